import { Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EntryState } from '#shared/model/calling-list.ts';
import { query } from '#web/app/api.ts';
import { AbandonmentGauge } from './AbandonmentGauge.tsx';

/** How often it is asked how far a list is; ms. */
const pollMs = 30_000;

const parts: Readonly<Record<EntryState, { label: string; color: string }>> = {
  done: { label: 'done', color: 'green' },
  taken: { label: 'with agents', color: 'amber' },
  callback: { label: 'promised a call', color: 'blue' },
  waiting: { label: 'waiting', color: 'gray' },
};
const order = Object.keys(parts) as EntryState[];

interface ListProgressProps {
  listId: string;
  /** Also why leads rest or are done. */
  withReasons?: boolean;
  /** Also how many who answered had nobody to talk with, where it dials by itself. */
  withGauge?: boolean;
  /** Also how many leads are rung now, where they are before their agents. */
  withLines?: boolean;
}

/** How many leads of a list are where, as a bar. */
export function ListProgress({
  listId,
  withReasons = false,
  withGauge = false,
  withLines = false,
}: ListProgressProps) {
  const { data, isError } = useQuery(
    query.callingLists.progress.queryOptions({ input: { id: listId }, refetchInterval: pollMs }),
  );
  if (isError) return <Text size="sm">Not known</Text>;
  if (!data) return <Skeleton height={10} radius="xl" />;
  const { states, dueNow, isRead, reasons, agentsReady, abandonment, linesOpen } = data;
  const all = order.reduce((sum, state) => sum + states[state], 0);
  if (all === 0)
    return (
      <Text size="sm" c="dimmed">
        {isRead ? 'No lead fits' : 'Being filled'}
      </Text>
    );
  const words = order
    .filter((state) => states[state] > 0)
    .map((state) => `${states[state].toLocaleString()} ${parts[state].label}`)
    .join(', ');
  return (
    <Stack gap={4}>
      <Progress.Root size="sm" aria-label={words}>
        {order.map((state) => (
          <Progress.Section
            key={state}
            value={(states[state] / all) * 100}
            color={parts[state].color}
            aria-label={`${states[state]} ${parts[state].label}`}
          />
        ))}
      </Progress.Root>
      <Text size="xs" c="dimmed" truncate={!withReasons} title={words}>
        {dueNow.toLocaleString()} due now{withReasons ? ` · ${words}` : ` of ${all.toLocaleString()}`}
        {!isRead && ', more to come'}
        {agentsReady > 0 && ` · ${agentsReady === 1 ? 'one agent' : `${agentsReady} agents`} ready`}
      </Text>
      {withGauge && <AbandonmentGauge figures={abandonment} lines={withLines ? linesOpen : undefined} />}
      {withReasons &&
        reasons.slice(0, 6).map(({ text, leads }) => (
          <Text key={text} size="xs" c="dimmed">
            {leads.toLocaleString()} × {text}
          </Text>
        ))}
    </Stack>
  );
}
