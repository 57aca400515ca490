import { Group } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import styles from './chart.module.css';

/* What charts have in common. Each draws the same `series` at the same `bars`, so that one can take another's place. */

export interface Series {
  key: string;
  label: string;
  /** A CSS colour, such as `var(--mantine-color-chart-0)`. */
  color: string;
  /** Drawn by a dashed line: what another is compared with. */
  isDashed?: boolean;
  /** A bar without a value is unknown and no 0: its line is interrupted there. */
  hasGaps?: boolean;
}

export interface Bar {
  key: string;
  /** Under the bar; an empty one leaves its place free. */
  tick: string;
  /** What the bar stands for, in full. */
  name: string;
  values: Readonly<Record<string, number>>;
}

export interface ChartProps {
  /** What the chart shows, for screen readers and as the name of its table. */
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format?: (value: number) => string;
  /** px */
  height?: number;
  /**
   * What is done with a mark that is pressed. It is for the pointer: the keyboard has the table of the same figures.
   * @param bar its key; @param series its key
   */
  onPick?: ((bar: string, series: string) => void) | undefined;
}

interface MarkAreaProps {
  className?: string | undefined;
  title?: string;
  style?: CSSProperties;
  onPick: (() => void) | undefined;
  children?: ReactNode;
}

/** A part of a drawing, which is pressed where there is something behind it. */
export const MarkArea = ({ onPick, className = '', ...props }: MarkAreaProps) =>
  onPick ? (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles.mark} ${className}`}
      onClick={onPick}
      {...props}
    />
  ) : (
    <div className={className || undefined} {...props} />
  );

export const plainNumber = (value: number): string => value.toLocaleString();

/** A figure as it is told; '–' where it is unknown. */
const toldFigure = (bar: Bar, { key, hasGaps }: Series, format: (value: number) => string): string =>
  hasGaps && bar.values[key] === undefined ? '–' : format(bar.values[key] ?? 0);

/** A bar and its figures in a line: what the pointer is told. */
export const spoken = (bar: Bar, series: readonly Series[], format: (value: number) => string): string =>
  `${bar.name}: ${series.map((one) => `${one.label} ${toldFigure(bar, one, format)}`).join(', ')}`;

interface LegendProps {
  series: readonly (Pick<Series, 'key' | 'color' | 'isDashed'> & { label: ReactNode })[];
}

export const Legend = ({ series }: LegendProps) => (
  <Group component="ul" className="db-list" gap="4px 18px" mt={10} fz={13} aria-hidden="true">
    {series.map(({ key, label, color, isDashed }) => (
      <Group component="li" key={key} gap={6} wrap="nowrap">
        <i className={styles.swatch} data-dashed={isDashed} style={{ '--series': color } as object} />
        {label}
      </Group>
    ))}
  </Group>
);

/** The figures of a chart as a table for screen readers. */
export function ChartTable({
  label,
  series,
  bars,
  format = plainNumber,
  head = 'Time',
}: ChartProps & { head?: ReactNode }) {
  return (
    <div className="db-visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key}>
              <th scope="row">{bar.name}</th>
              {series.map((one) => (
                <td key={one.key}>{toldFigure(bar, one, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
