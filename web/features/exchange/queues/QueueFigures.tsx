import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serviceLevelSeconds } from '#shared/model/queue.ts';
import { query } from '#web/app/api.ts';
import { talkText } from '#web/features/calls/shared.tsx';
import { BarChart } from '#web/ui/BarChart.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { shareText } from './share-text.ts';

/** How often the figures are asked for; ms. */
const pollMs = 5_000;

const series = [
  { key: 'answered', label: 'Answered', color: 'var(--mantine-color-chart-0)' },
  { key: 'abandoned', label: 'Hung up', color: 'var(--mantine-color-chart-1)' },
  { key: 'other', label: 'Others', color: 'var(--mantine-color-gray-5)' },
];

const hourText = (at: string) => new Date(at).toLocaleTimeString(undefined, { hour: 'numeric' });

/** What became of a queue's callers in the last 24 hours, and who waits now. */
export function QueueFigures({ queueId }: { queueId: string }) {
  const stats = useQuery(
    query.pbx.queueStats.queryOptions({ input: { id: queueId }, refetchInterval: pollMs }),
  );
  const { data } = stats;
  if (stats.error && !data)
    return (
      <ErrorState
        title="The figures could not be loaded"
        error={stats.error}
        onRetry={() => void stats.refetch()}
      />
    );
  if (!data) return <FormSkeleton fields={2} />;
  return (
    <>
      <FigureList>
        <Definition term="Waiting now">{data.waiting.length}</Definition>
        <Definition term="Came">{data.offered}</Definition>
        <Definition term="Hung up">{shareText(data.abandonment)}</Definition>
        <Definition term={`Within ${serviceLevelSeconds} s`}>{shareText(data.serviceLevel)}</Definition>
        <Definition term="Average wait">{talkText(data.averageWait)}</Definition>
        <Definition term="Longest wait">{talkText(data.longestWait)}</Definition>
      </FigureList>
      {data.hours.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody has called this queue in the last 24 hours.
        </Text>
      ) : (
        <BarChart
          label="Callers by the hour"
          series={series}
          height={120}
          bars={data.hours.map(({ at, offered, answered, abandoned }) => ({
            key: at,
            tick: hourText(at),
            name: hourText(at),
            values: { answered, abandoned, other: offered - answered - abandoned },
          }))}
        />
      )}
    </>
  );
}
