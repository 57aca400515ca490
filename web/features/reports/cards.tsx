import { Anchor, Badge, Box, Button, Group, Title } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { goalWords } from '#shared/model/goal.ts';
import { AreaLink } from '#web/app/AreaLink.tsx';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import type { DashboardCard } from '#web/features/dashboard/card.ts';
import styles from '#web/features/dashboard/Dashboard.module.css';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { Standing } from './goals/Standing.tsx';
import { isGoal, stateOf } from './goals/words.ts';

const pollMs = 60_000;
const mostShown = 6;

/** How far goals are, and alerts that go on. */
function GoalsCard() {
  const mayEdit = useMay()('goals.edit');
  const { data, error, refetch } = useQuery(
    query.goals.list.queryOptions({ input: {}, refetchInterval: usePollInterval('goals', pollMs) }),
  );
  // Alerts that are fine are no news.
  const shown = data?.goals.filter((goal) => isGoal(goal) || goal.status === 'crossed');
  return (
    <section className={styles.card} aria-labelledby="goals-now">
      <div className={styles.cardHead}>
        <Title order={2} fz="h3" id="goals-now">
          Goals and alerts
        </Title>
        <AreaLink to="/reports/goals">All goals</AreaLink>
      </div>
      {error ? (
        <ErrorState title="The goals could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !shown ? (
        <LinesSkeleton lines={4} />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={IconTargetArrow}
          title={data!.goals.length > 0 ? 'No alert goes on' : 'No goals yet'}
          action={
            mayEdit && (
              <Button component={Link} to="/reports/goals?goal=new" variant="default">
                Add goal or alert
              </Button>
            )
          }
        >
          A goal is a figure to reach, such as 20 sales a month.
        </EmptyState>
      ) : (
        <Box component="ul" className="db-list" display="grid" style={{ gap: 14 }}>
          {shown.slice(0, mostShown).map((goal) => {
            const { label, color } = stateOf(goal);
            return (
              <li key={goal.id}>
                <Group justify="space-between" gap={8} wrap="nowrap">
                  <Anchor
                    size="sm"
                    fw={550}
                    truncate
                    component={Link}
                    to={`/reports/goals?goal=${goal.id}`}
                    title={goalWords(goal)}
                  >
                    {goal.name}
                  </Anchor>
                  <Badge variant="light" tt="none" color={color} style={{ flexShrink: 0 }}>
                    {label}
                  </Badge>
                </Group>
                <Standing goal={goal} />
              </li>
            );
          })}
        </Box>
      )}
    </section>
  );
}

export const cards: DashboardCard[] = [
  { id: 'goals', order: 40, size: 'wide', access: 'goals.view', Card: GoalsCard },
];
