import { Box, Stack } from '@mantine/core';
import { ceilingOf } from '#shared/model/chart-looks.ts';
import styles from './BarChart.module.css';
import {
  type Bar,
  type ChartProps,
  ChartTable,
  Legend,
  MarkArea,
  plainNumber,
  spoken,
} from './chart/parts.tsx';

export type { Bar, Series } from './chart/parts.tsx';

interface BarChartProps extends ChartProps {
  /** Beside each other, where one thing may be in several series; else they are parts of a whole. */
  grouped?: boolean;
  /** What the bars are, over the first column of the table: 'Agent'. */
  head?: string;
}

/** Bars, stacked or grouped, with a legend. Screen readers are given the same figures as a table. */
export function BarChart({
  label,
  series,
  bars,
  format = plainNumber,
  grouped = false,
  height = 180,
  head = 'Time',
  onPick,
}: BarChartProps) {
  const total = ({ values }: Bar) => {
    const parts = series.map(({ key }) => values[key] ?? 0);
    return grouped ? Math.max(0, ...parts) : parts.reduce((sum, one) => sum + one, 0);
  };
  const ceiling = ceilingOf(Math.max(0, ...bars.map(total)));
  return (
    <div>
      <div className={styles.plot} style={{ blockSize: height }} aria-hidden="true">
        <Box component="span" className="db-tiny" pos="absolute" top={2} left={0}>
          {format(ceiling)}
        </Box>
        {bars.map((bar) => (
          <Stack
            key={bar.key}
            className="db-hover"
            gap={0}
            flex={1}
            miw={0}
            title={spoken(bar, series, format)}
          >
            <Stack gap={0} justify="end" flex={1} mih={0}>
              <div
                className={styles.stack}
                data-grouped={grouped || undefined}
                style={{ blockSize: `${(total(bar) / ceiling) * 100}%` }}
              >
                {series.map(({ key, color }) => (
                  <MarkArea
                    key={key}
                    onPick={onPick && (() => onPick(bar.key, key))}
                    style={
                      grouped
                        ? {
                            blockSize: `${((bar.values[key] ?? 0) / (total(bar) || 1)) * 100}%`,
                            background: color,
                          }
                        : { flexGrow: bar.values[key] ?? 0, background: color }
                    }
                  />
                ))}
              </div>
            </Stack>
            <span className={styles.tick}>{bar.tick}</span>
          </Stack>
        ))}
      </div>
      <Legend series={series} />
      <ChartTable {...{ label, series, bars, format, head }} />
    </div>
  );
}
