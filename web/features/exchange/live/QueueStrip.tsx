import { Box, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Queue, serviceLevelSeconds } from '#shared/model/queue.ts';
import { query } from '#web/app/api.ts';
import { TimeSince } from '#web/features/agent-status/StatusLabel.tsx';
import { shareText } from '#web/features/exchange/queues/share-text.ts';
import styles from './Live.module.css';

/** How often a queue's figures are asked for while nobody comes or leaves. ms */
const pollMs = 15_000;
/** With many queues more seldom, so that all of them together ask so often at most. ms */
const leastBetween = 1_000;

interface QueueStripProps {
  /** Undefined while they are asked for. */
  queues: readonly Queue[] | undefined;
  /** Callers who wait now, by queue. */
  waiting: Readonly<Record<string, number>>;
  /** The queue by which the floor is filtered. */
  chosen: string | undefined;
  onChoose: (queueId: string) => void;
}

/** Each queue as it stands: who waits and how long, and what became of the callers of a day. */
export function QueueStrip({ queues, waiting, chosen, onChoose }: QueueStripProps) {
  if (!queues) return <Skeleton h={118} radius="md" />;
  if (queues.length === 0) return null;
  const interval = Math.max(pollMs, queues.length * leastBetween);
  return (
    <Box component="section" aria-labelledby="floor-queues">
      <Title order={2} fz="h3" id="floor-queues" mb={10}>
        Queues
        <Text component="span" size="sm" c="dimmed" fw={400} ml={8}>
          the last 24 hours
        </Text>
      </Title>
      <ul className={styles.queues}>
        {queues.map((queue) => (
          <li key={queue.id}>
            <QueueCard
              queue={queue}
              waiting={waiting[queue.id] ?? 0}
              interval={interval}
              isChosen={chosen === queue.id}
              onChoose={() => onChoose(queue.id)}
            />
          </li>
        ))}
      </ul>
    </Box>
  );
}

interface QueueCardProps {
  queue: Queue;
  waiting: number;
  interval: number;
  isChosen: boolean;
  onChoose: () => void;
}

function QueueCard({ queue, waiting, interval, isChosen, onChoose }: QueueCardProps) {
  const stats = useQuery(
    query.pbx.queueStats.queryOptions({ input: { id: queue.id }, refetchInterval: interval }),
  );
  const { data, refetch } = stats;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who comes and who leaves changes the figures.
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [waiting, refetch]);
  const longest = data?.waiting[0];
  const figures = [
    ['Waiting', data ? data.waiting.length : '–'],
    ['Longest wait', longest ? <TimeSince key="longest" at={longest.since} /> : '–'],
    [`Within ${serviceLevelSeconds} s`, shareText(data?.serviceLevel ?? null)],
    ['Hung up', shareText(data?.abandonment ?? null)],
  ] as const;
  return (
    <UnstyledButton
      className={styles.queue}
      aria-pressed={isChosen}
      data-some={Boolean(data?.waiting.length || data?.toCallBack) || undefined}
      onClick={onChoose}
    >
      <Group
        component="span"
        justify="space-between"
        align="baseline"
        gap={10}
        wrap="nowrap"
        miw={0}
        mb={6}
        fw={550}
      >
        <span className="db-cut">{queue.name}</span>
        <span className="db-small">{queue.number}</span>
      </Group>
      <span className={styles.queueFigures}>
        {figures.map(([term, figure]) => (
          <span key={term}>
            <Box component="span" className="db-figures" display="block" fz={17} fw={650} lh={1.3}>
              {figure}
            </Box>
            <span className="db-small">{term}</span>
          </span>
        ))}
      </span>
      {Boolean(data?.toCallBack) && (
        <Box component="span" display="block" mt={6} fz={13}>
          {data!.toCallBack === 1
            ? '1 asked to be called back'
            : `${data!.toCallBack} asked to be called back`}
        </Box>
      )}
      {stats.error && !data && <span className="db-small">The figures could not be loaded.</span>}
    </UnstyledButton>
  );
}
