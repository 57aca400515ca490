import { Stack } from '@mantine/core';
import styles from './BarChart.module.css';

export interface Series {
  key: string;
  label: string;
  /** A CSS colour, such as `var(--mantine-color-chart-0)`. */
  color: string;
}

export interface Bar {
  key: string;
  /** Under the bar; an empty one leaves its place free. */
  tick: string;
  /** What the bar stands for, in full. */
  name: string;
  values: Readonly<Record<string, number>>;
}

interface BarChartProps {
  /** What the chart shows, for screen readers and as the name of its table. */
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format?: (value: number) => string;
  /** Beside each other, where one thing may be in several series; else they are parts of a whole. */
  grouped?: boolean;
  /** px */
  height?: number;
}

const plain = (value: number) => value.toLocaleString();

/** A round number at or above the largest value, so that the upper line reads well. */
function ceilingOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most;
}

/** Bars, stacked or grouped, with a legend. Screen readers are given the same figures as a table. */
export function BarChart({
  label,
  series,
  bars,
  format = plain,
  grouped = false,
  height = 180,
}: BarChartProps) {
  const total = ({ values }: Bar) => {
    const parts = series.map(({ key }) => values[key] ?? 0);
    return grouped ? Math.max(0, ...parts) : parts.reduce((sum, one) => sum + one, 0);
  };
  const ceiling = ceilingOf(Math.max(0, ...bars.map(total)));
  return (
    <div>
      <div className={styles.plot} style={{ blockSize: height }} aria-hidden="true">
        <span className={styles.ceiling}>{format(ceiling)}</span>
        {bars.map((bar) => (
          <Stack
            key={bar.key}
            className={styles.bar}
            gap={0}
            flex={1}
            miw={0}
            title={`${bar.name}: ${series.map(({ key, label }) => `${label} ${format(bar.values[key] ?? 0)}`).join(', ')}`}
          >
            <Stack gap={0} justify="end" flex={1} mih={0}>
              <div
                className={styles.stack}
                data-grouped={grouped || undefined}
                style={{ blockSize: `${(total(bar) / ceiling) * 100}%` }}
              >
                {series.map(({ key, color }) => (
                  <div
                    key={key}
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
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ key, label, color }) => (
          <li key={key}>
            <i style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
      <div className="db-visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <th scope="row">{bar.name}</th>
                {series.map(({ key }) => (
                  <td key={key}>{format(bar.values[key] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
