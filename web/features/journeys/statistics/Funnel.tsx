import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { count, percent, refreshMs } from '../shared/words.ts';
import styles from './statistics.module.css';

/** How many leads reached each step of the main line; each bar lies in the shadow of the one before it. */
export function Funnel({ journeyId }: { journeyId: string }) {
  const { data, error, refetch } = useQuery({
    ...query.journeys.funnel.queryOptions({ input: { id: journeyId } }),
    refetchInterval: refreshMs,
  });
  if (error && !data)
    return <ErrorState title="The funnel could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <LinesSkeleton lines={7} />;
  const whole = Math.max(1, ...data.stages.map(({ leads }) => leads));
  return (
    <Stack
      component="ol"
      className={`db-list ${styles.funnel}`}
      gap={8}
      aria-label="Leads at each step of the main line"
    >
      {data.stages.map(({ stepId, name, leads, rate }, at) => {
        const before = data.stages[at - 1]?.leads ?? leads;
        return (
          <li key={`${stepId} ${name}`}>
            <span className="db-cut" dir="auto" title={name}>
              {name}
            </span>
            <span className={styles.stageBar} aria-hidden="true">
              <i className={styles.shadow} style={{ inlineSize: `${(before / whole) * 100}%` }} />
              <i className={styles.bar} style={{ inlineSize: `${(leads / whole) * 100}%` }} />
            </span>
            <Box component="span" className="db-figures" c="dimmed" ta="end">
              <Box component="b" me={6} c="var(--mantine-color-text)" fw={600}>
                {count(leads)}
              </Box>
              {percent(rate)}
            </Box>
          </li>
        );
      })}
    </Stack>
  );
}
