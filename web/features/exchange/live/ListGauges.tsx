import { Box, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { dialsByItself, ringsLeadsFirst } from '#shared/model/calling-list.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { AbandonmentGauge } from '#web/features/calling-lists/AbandonmentGauge.tsx';
import styles from './Live.module.css';

/** How often the gauges are asked for; ms. With many lists more seldom. */
const pollMs = 30_000;
const leastBetween = 2_000;

/** The gauge of each calling list that dials by itself. */
export function ListGauges() {
  const may = useMay()('callingLists.view');
  const all = useQuery(query.callingLists.list.queryOptions({ input: {}, enabled: may })).data?.lists ?? [];
  const lists = all.filter((list) => list.isActive && dialsByItself(list));
  const refetchInterval = Math.max(pollMs, lists.length * leastBetween);
  const progress = useQueries({
    queries: lists.map(({ id }) =>
      query.callingLists.progress.queryOptions({ input: { id }, refetchInterval }),
    ),
  });
  if (lists.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="floor-lists">
      <Title order={2} fz="h3" id="floor-lists" mb={10}>
        Lists that dial
      </Title>
      <ul className={styles.queues}>
        {lists.map(({ id, name, mode }, n) => (
          <Box component="li" key={id} className="db-frame" p="10px 14px" bg="var(--db-surface)">
            {progress[n]?.data ? (
              <AbandonmentGauge
                title={name}
                figures={progress[n].data.abandonment}
                lines={ringsLeadsFirst({ mode }) ? progress[n].data.linesOpen : undefined}
              />
            ) : (
              <span className="db-small">
                {name}
                {progress[n]?.error ? ': the figures could not be loaded.' : ' …'}
              </span>
            )}
          </Box>
        ))}
      </ul>
    </Box>
  );
}
