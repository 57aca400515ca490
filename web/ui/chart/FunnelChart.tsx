import { Box, Stack, Text } from '@mantine/core';
import { shareOfBefore } from '#shared/model/chart-looks.ts';
import styles from './chart.module.css';
import { type ChartProps, ChartTable, MarkArea, plainNumber } from './parts.tsx';

interface FunnelChartProps extends Omit<ChartProps, 'height'> {
  /** What the bars are, over the first column of the table: 'Stage'. */
  head: string;
}

/** Of the width, for the longest bar: its figures stand behind it. */
const longestPercent = 70;

/** Stages under each other, the first of them whole: how many came to each, and what share of the one before. */
export function FunnelChart({ label, series, bars, format = plainNumber, head, onPick }: FunnelChartProps) {
  const { key, color } = series[0]!;
  const valueAt = (at: number) => Math.max(0, bars[at]?.values[key] ?? 0);
  const whole = Math.max(1, ...bars.map((_, at) => valueAt(at)));
  return (
    <div>
      <Stack component="ol" className={`db-list ${styles.funnel}`} gap={4} fz={13} aria-hidden="true">
        {bars.map((bar, at) => (
          <li key={bar.key}>
            <Box component="span" className="db-cut" ta="end" title={bar.name}>
              {bar.name || '–'}
            </Box>
            <MarkArea className={styles.funnelStep} onPick={onPick && (() => onPick(bar.key, key))}>
              <i style={{ inlineSize: `${(longestPercent * valueAt(at)) / whole}%`, background: color }} />
              <span className="db-figures db-nowrap">
                {format(valueAt(at))}{' '}
                {at > 0 && (
                  <small
                    className="db-tiny"
                    title={`${shareOfBefore(valueAt(at), valueAt(at - 1))} of ${bars[at - 1]!.name}`}
                  >
                    {shareOfBefore(valueAt(at), valueAt(at - 1))}
                  </small>
                )}
              </span>
            </MarkArea>
          </li>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt={8} aria-hidden="true">
        Percents are of the stage before.
      </Text>
      <ChartTable {...{ label, series, bars, format, head }} />
    </div>
  );
}
