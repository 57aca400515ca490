import { Badge, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Crossing, Goal } from '#shared/api/goals.ts';
import { figureText } from '#shared/model/figure-text.ts';
import { goalWords } from '#shared/model/goal.ts';
import { measures } from '#shared/model/report-measures.ts';
import { api, query } from '#web/app/api.ts';
import { LineChart } from '#web/ui/chart/LineChart.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { chartOfGoal } from './chart.ts';
import { Standing } from './Standing.tsx';
import { crossingStates, isSnoozed, stateOf, tellingText } from './words.ts';

const hourMs = 3_600_000;
const snoozes = [
  { label: 'For an hour', ms: hourMs },
  { label: 'For a day', ms: 24 * hourMs },
  { label: 'For a week', ms: 7 * 24 * hourMs },
];

interface GoalDetailsProps {
  goal: Goal;
  readOnly: boolean;
}

/** How a goal stands, its figure over time, and what it told. */
export function GoalDetails({ goal, readOnly }: GoalDetailsProps) {
  const details = useQuery(query.goals.get.queryOptions({ input: { id: goal.id } }));
  const { label, color } = stateOf(goal);
  return (
    <Stack gap="md" pb="md" style={{ borderBlockEnd: readOnly ? 0 : '1px solid var(--db-line)' }}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text size="sm" c="dimmed">
            {goalWords(goal)}
          </Text>
          <Group gap={8} mt={4}>
            <Badge variant="light" tt="none" color={color}>
              {label}
            </Badge>
            {goal.countedAt && (
              <Text size="xs" c="dimmed">
                Counted <RelativeTime at={goal.countedAt} />
              </Text>
            )}
          </Group>
        </div>
        {!readOnly && <Snooze goal={goal} />}
      </Group>
      <Standing goal={goal} />
      {goal.note && <Text size="sm">{goal.note}</Text>}
      {details.error ? (
        <ErrorState
          title="Its history could not be loaded"
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      ) : !details.data ? (
        <LinesSkeleton lines={6} />
      ) : (
        <>
          {details.data.points.length > 1 ? (
            <LineChart
              {...chartOfGoal(details.data)}
              format={(value) => figureText(value, measures[goal.measure].unit)}
              height={180}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {details.data.pointsNote || 'Its chart begins when it has been counted for a while.'}
            </Text>
          )}
          <History goal={goal} crossings={details.data.crossings} />
        </>
      )}
    </Stack>
  );
}

function Snooze({ goal }: { goal: Goal }) {
  const refresh = useRefresh(query.goals);
  const snooze = useMutation({
    mutationFn: (until: string | null) => api.goals.snooze({ id: goal.id, until }),
    onSuccess: refresh,
    onError: (error) => toast.error(error),
  });
  if (isSnoozed(goal))
    return (
      <Group gap={8}>
        <Text size="xs" c="dimmed">
          Snoozed until{' '}
          {new Date(goal.snoozedUntil!).toLocaleString(undefined, {
            dateStyle: 'medium',
            timeStyle: 'short',
          })}
        </Text>
        <Button
          data-changes
          size="compact-sm"
          variant="default"
          loading={snooze.isPending}
          onClick={() => snooze.mutate(null)}
        >
          Wake
        </Button>
      </Group>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconBellOff size={16} />}
          loading={snooze.isPending}
        >
          Snooze
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {snoozes.map(({ label, ms }) => (
          <Menu.Item
            key={label}
            data-changes
            onClick={() => snooze.mutate(new Date(Date.now() + ms).toISOString())}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What fired, was reached or was missed, the newest first. */
function History({ goal, crossings }: { goal: Goal; crossings: readonly Crossing[] }) {
  const { unit } = measures[goal.measure];
  return (
    <section aria-labelledby="goal-history">
      <Title order={3} fz="h5" mb="sm" id="goal-history">
        History
      </Title>
      {crossings.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing yet.
        </Text>
      )}
      <Stack component="ul" className="db-list" gap={12}>
        {crossings.map((crossing) => {
          const { label, color } = crossingStates[crossing.kind];
          return (
            <li key={crossing.id}>
              <Group gap={8}>
                <Badge variant="light" tt="none" color={color}>
                  {label}
                </Badge>
                <Text size="sm" component="span">
                  {figureText(crossing.value, unit)}, <RelativeTime at={crossing.at} />
                  {crossing.recoveredAt && (
                    <>
                      , recovered <RelativeTime at={crossing.recoveredAt} />
                    </>
                  )}
                </Text>
              </Group>
              {crossing.tellings.length > 0 && (
                <Text size="xs" c="dimmed" mt={2} className="db-wrap">
                  {tellingText(crossing)}
                </Text>
              )}
            </li>
          );
        })}
      </Stack>
    </section>
  );
}
