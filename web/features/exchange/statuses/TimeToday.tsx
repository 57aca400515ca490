import { Text, Title } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { builtInStatuses, standardConfig } from '#shared/model/agent-status.ts';
import { query } from '#web/app/api.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ShareBar } from '#web/ui/ShareBar.tsx';

interface Row {
  agentId: string;
  name: string;
  statuses: { status: string; label: string; isPaid: boolean; minutes: number }[];
}

/** How often the figures are asked for; ms. */
const pollMs = 60_000;

const known = new Map(
  [...Object.values(builtInStatuses), ...standardConfig.statuses].map(({ key, color }) => [key, color]),
);

/** `1 h 05 min` */
function timeText(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  return hours > 0 ? `${hours} h ${String(whole % 60).padStart(2, '0')} min` : `${whole} min`;
}
const sum = (statuses: Row['statuses']) => statuses.reduce((total, { minutes }) => total + minutes, 0);

const columns = (colorOf: (key: string) => string): Column<Row>[] => [
  { key: 'name', title: 'Agent', width: 190, render: ({ name }) => <Text size="sm">{name}</Text> },
  {
    key: 'bar',
    title: 'Statuses',
    render: ({ statuses }) => (
      <>
        <ShareBar
          parts={statuses.map(({ status, minutes }) => ({
            key: status,
            value: minutes,
            color: colorOf(status),
          }))}
          height={10}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {statuses.map(({ label, minutes }) => `${label} ${timeText(minutes)}`).join(', ')}
        </Text>
      </>
    ),
  },
  {
    key: 'paid',
    title: 'Paid',
    width: 120,
    align: 'end',
    hideBelow: 'sm',
    render: ({ statuses }) => timeText(sum(statuses.filter(({ isPaid }) => isPaid))),
  },
];

/** How long each agent was in what today, by the calendar of the workspace. */
export function TimeToday() {
  const stats = useQuery(query.agentStatus.stats.queryOptions({ input: {}, refetchInterval: pollMs }));
  const configs = useQuery(query.agentStatus.list.queryOptions({ input: {} })).data?.configs ?? [];
  const chosen = new Map(configs.flatMap(({ statuses }) => statuses.map(({ key, color }) => [key, color])));
  const colorOf = (key: string) => chosen.get(key) ?? known.get(key) ?? 'var(--mantine-color-gray-6)';
  return (
    <section aria-labelledby="time-today">
      <Title order={2} fz="h3" id="time-today" mt={28} mb={10}>
        Today
      </Title>
      {stats.error && !stats.data ? (
        <ErrorState
          title="The times could not be loaded"
          error={stats.error}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <DataTable
          label="Time in statuses today"
          columns={columns(colorOf)}
          rows={stats.data?.agents}
          rowKey={({ agentId }) => agentId}
          empty={
            <EmptyState icon={IconClock} title="Nobody has been at the phone today">
              The time in each status stands here from the first sign-in to the phone.
            </EmptyState>
          }
        />
      )}
    </section>
  );
}
