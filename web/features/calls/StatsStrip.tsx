import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';
import { talkText } from './shared.tsx';

/** Figures are counted some seconds after a call has ended, ms. */
const refetchInterval = 15_000;

/** Today's calls in four figures; an agent sees their own. */
export function StatsStrip() {
  const { data, error } = useQuery(query.calls.stats.queryOptions({ input: {}, refetchInterval }));
  const share = data && data.total > 0 ? Math.round((data.answered / data.total) * 100) : null;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md" mb="md">
      <Figure
        label="Calls today"
        value={data?.total}
        error={error}
        note={data && `${data.outbound} out, ${data.inbound} in`}
      />
      <Figure
        label="Answered"
        value={data?.answered}
        error={error}
        note={share === null ? 'no calls yet' : `${share} % of all`}
      />
      <Figure
        label="Talk time"
        value={data && talkText(data.talkSeconds)}
        error={error}
        note={data && `${talkText(data.averageTalkSeconds)} on average`}
      />
      <Figure label="Going on now" value={data?.active} error={error} note="queued, ringing or talking" />
    </SimpleGrid>
  );
}
