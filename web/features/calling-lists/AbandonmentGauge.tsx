import { Group, Stack, Text } from '@mantine/core';
import { type Abandonment, abandonmentRule, isHeldBack } from '#shared/model/abandonment.ts';
import styles from './AbandonmentGauge.module.css';

const { limit, holdAt, days } = abandonmentRule;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The right end of the bar. */
const whole = 0.04;
const place = (share: number): string => `${Math.min(1, share / whole) * 100}%`;

const colorOf = ({ share }: Abandonment): string => {
  if (share >= limit) return 'red';
  return share >= holdAt ? 'amber' : 'green';
};

/** The figures of a gauge as one line. */
const abandonmentWords = ({ live, abandoned }: Abandonment): string =>
  live === 0
    ? `Nobody has answered in ${days} days`
    : `${abandoned.toLocaleString()} of ${live.toLocaleString()} who answered in ${days} days had no agent within 2 s`;

interface GaugeProps {
  figures: Abandonment;
  title?: string;
  /** Leads that are rung now, of a list that rings them first. */
  lines?: number | undefined;
}

/** How many who answered a list's calls had nobody to talk with, against what the law allows. */
export function AbandonmentGauge({ figures, title, lines }: GaugeProps) {
  const words = abandonmentWords(figures);
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={550} truncate>
          {title ?? 'Abandoned calls'}
        </Text>
        <Text size="sm" className="db-figures" style={{ flex: 'none' }}>
          {percent(figures.share)} of at most {percent(limit)}
        </Text>
      </Group>
      <div
        className={styles.bar}
        role="img"
        aria-label={`Abandoned calls: ${percent(figures.share)}; one line an agent from ${percent(holdAt)} on, at most ${percent(limit)}. ${words}`}
      >
        <div
          className={styles.fill}
          style={{ width: place(figures.share), background: `var(--mantine-color-${colorOf(figures)}-6)` }}
        />
        <span className={styles.mark} style={{ left: place(holdAt) }}>
          <span aria-hidden>{percent(holdAt)}</span>
        </span>
        <span className={styles.mark} data-limit style={{ left: place(limit) }}>
          <span aria-hidden>{percent(limit)}</span>
        </span>
      </div>
      <Text size="xs" c="dimmed">
        {lines !== undefined && `${lines === 1 ? 'One line' : `${lines} lines`} open · `}
        {words}
      </Text>
      {isHeldBack(figures) && (
        <Text size="xs" fw={550} role="status">
          {percent(holdAt)} are reached: one line for each free agent until the share is below again.
        </Text>
      )}
    </Stack>
  );
}
