import { Flex, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import styles from './templates.module.css';

const span = 30;
const dayMs = 86_400_000;

/** 'Oct 22' of a day by UTC, as uses are counted. */
const dayText = (date: string) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** How often a template was sent in the last thirty days, day by day. */
export function Usage({ templateId }: { templateId: string }) {
  const { data, error } = useQuery(
    query.messageTemplates.usage.queryOptions({ input: { id: templateId, days: span } }),
  );
  const counts = new Map(data?.days.map(({ date, count }) => [date, count]));
  const today = Date.now();
  const days = Array.from({ length: span }, (_, at) => {
    const date = new Date(today - (span - 1 - at) * dayMs).toISOString().slice(0, 10);
    return { date, count: counts.get(date) ?? 0 };
  });
  const most = Math.max(1, ...days.map(({ count }) => count));
  const sum = days.reduce((total, { count }) => total + count, 0);
  return (
    <Surface component="section" aria-label="Use">
      <Title order={2} size="h3">
        Use
      </Title>
      {error ? (
        <Text size="sm" c="dimmed">
          {messageOf(error)}
        </Text>
      ) : !data ? (
        <LinesSkeleton lines={2} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            Sent {data.total.toLocaleString()} {data.total === 1 ? 'time' : 'times'}
            {data.lastUsedAt && (
              <>
                , last <RelativeTime at={data.lastUsedAt} />
              </>
            )}
            .
          </Text>
          <div className={styles.days} role="img" aria-label={`${sum} in the last ${span} days`}>
            {days.map(({ date, count }) => (
              <span
                key={date}
                title={`${dayText(date)}: ${count}`}
                data-none={count === 0 || undefined}
                style={{ blockSize: `${Math.max(3, (100 * count) / most)}%` }}
              />
            ))}
          </div>
          <Flex justify="space-between" c="dimmed" fz="xs" aria-hidden="true">
            <span>{dayText(days[0]!.date)}</span>
            <span>today</span>
          </Flex>
        </>
      )}
    </Surface>
  );
}
