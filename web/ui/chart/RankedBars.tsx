import { Box, Stack } from '@mantine/core';
import styles from './chart.module.css';
import { type ChartProps, ChartTable, Legend, MarkArea, plainNumber } from './parts.tsx';

interface RankedBarsProps extends Omit<ChartProps, 'height'> {
  /** What the bars are, over the first column of the table: 'Agent'. */
  head: string;
}

/** Bars that lie under each other, for things with names: who has the most stands first. */
export function RankedBars({ label, series, bars, format = plainNumber, head, onPick }: RankedBarsProps) {
  const most = Math.max(1, ...bars.flatMap((bar) => series.map(({ key }) => bar.values[key] ?? 0)));
  return (
    <div>
      <Stack component="ol" className={`db-list ${styles.ranked}`} gap={10} fz={13} aria-hidden="true">
        {bars.map((bar) => (
          <li key={bar.key}>
            <Box component="span" className="db-cut" ta="end" title={bar.name}>
              {bar.name || '–'}
            </Box>
            <div>
              {series.map(({ key, color }) => (
                <MarkArea
                  key={key}
                  className={styles.rankedBar}
                  onPick={onPick && (() => onPick(bar.key, key))}
                >
                  <i
                    style={{
                      inlineSize: `${(100 * Math.max(0, bar.values[key] ?? 0)) / most}%`,
                      background: color,
                    }}
                  />
                  <span className="db-figures db-nowrap db-dim">{format(bar.values[key] ?? 0)}</span>
                </MarkArea>
              ))}
            </div>
          </li>
        ))}
      </Stack>
      <Legend series={series} />
      <ChartTable {...{ label, series, bars, format, head }} />
    </div>
  );
}
