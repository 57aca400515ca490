import { Box, Group, Stack } from '@mantine/core';
import type { PlayTotal } from '#shared/api/signage-plans.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { Legend } from '#web/ui/chart/parts.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { lengthText } from '../times.ts';
import styles from './Plays.module.css';

/** Signs with a colour of their own; the rest is one. */
const named = 6;

const daysBetween = (from: string, until: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= until; day = dateAfter(day, 1)) days.push(day);
  return days;
};

/** Time on screen by day, the signs stacked. The table below says the same in figures. */
export function PlayChart({
  totals,
  from,
  until,
}: {
  totals: readonly PlayTotal[];
  from: string;
  until: string;
}) {
  const bySign = new Map<string, { name: string; seconds: number }>();
  for (const { refId, name, seconds } of totals)
    bySign.set(refId, { name, seconds: (bySign.get(refId)?.seconds ?? 0) + seconds });
  const order = [...bySign].sort(([, a], [, b]) => b.seconds - a.seconds);
  const top = order.slice(0, named);
  const colorOf = (refId: string) => {
    const at = top.findIndex(([id]) => id === refId);
    return `var(--mantine-color-chart-${at < 0 ? 7 : at})`;
  };
  const days = daysBetween(from, until);
  const sums = days.map((day) => totals.filter((total) => total.day === day));
  const most = Math.max(1, ...sums.map((day) => day.reduce((sum, { seconds }) => sum + seconds, 0)));
  return (
    <Surface component="figure" m="0 0 16px" p={16}>
      <Box component="figcaption" mb={12} fz={14} fw={600}>
        Time on screen by day, at most {lengthText(most)}
      </Box>
      <Group gap={4} align="stretch" wrap="nowrap" h={190} aria-hidden="true">
        {days.map((day, at) => {
          const parts = new Map<string, number>();
          for (const { refId, seconds } of sums[at]!)
            parts.set(colorOf(refId), (parts.get(colorOf(refId)) ?? 0) + seconds);
          const seconds = [...parts.values()].reduce((sum, part) => sum + part, 0);
          return (
            <Stack key={day} gap={0} justify="end" flex={1} miw={0} title={`${day}: ${lengthText(seconds)}`}>
              <div className={styles.stack} style={{ blockSize: `${(seconds / most) * 100}%` }}>
                {[...parts].map(([color, part]) => (
                  <div key={color} style={{ flexGrow: part, background: color }} />
                ))}
              </div>
              <span className={styles.tick}>
                {days.length <= 14 || at % 7 === 0
                  ? `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
                  : ''}
              </span>
            </Stack>
          );
        })}
      </Group>
      <Legend
        series={[
          ...top.map(([refId, { name, seconds }]) => ({
            key: refId,
            color: colorOf(refId),
            label: (
              <>
                {name} <span className="db-dim">{lengthText(seconds)}</span>
              </>
            ),
          })),
          ...(order.length > named
            ? [{ key: '', color: 'var(--mantine-color-chart-7)', label: `${order.length - named} more` }]
            : []),
        ]}
      />
    </Surface>
  );
}
