import { strongestShare } from '#shared/model/chart-looks.ts';
import { weekdayName, weekdaysFromMonday } from '#shared/model/report-schedule.ts';
import styles from './chart.module.css';
import { MarkArea, plainNumber } from './parts.tsx';

interface HeatMapProps {
  /** What the map shows: 'Calls by weekday and hour'. */
  label: string;
  /** What stands at the left: 'Monday'. */
  rows: readonly { key: string; name: string }[];
  /** What stands on top; an empty tick leaves its place free. */
  columns: readonly { key: string; name: string; tick: string }[];
  /** 0 where nothing is known. */
  figureOf: (row: string, column: string) => number;
  format?: (value: number) => string;
  /** What the palest colour stands for, where figures lie far above 0. */
  least?: number;
  /** What is done with a field that is pressed. It is for the pointer, as there are 168 of them. */
  onPick?: ((row: string, column: string) => void) | undefined;
}

/** The rows of a map of the week, Monday first; keyed as `Date` counts days, 0 is Sunday. */
export const weekdayRows = weekdaysFromMonday.map((day) => ({ key: String(day), name: weekdayName(day) }));

/** Figures by two things, the more the stronger coloured: a table, which screen readers read as it is. */
export function HeatMap({
  label,
  rows,
  columns,
  figureOf,
  format = plainNumber,
  least = 0,
  onPick,
}: HeatMapProps) {
  const most = Math.max(1, ...rows.flatMap(({ key }) => columns.map((column) => figureOf(key, column.key))));
  const shareOf = (value: number) =>
    (strongestShare * Math.max(0, value - least)) / Math.max(1, most - least);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <section className={styles.heat} aria-label={`${label}, scrolling`} tabIndex={0}>
      <table>
        <caption className="db-visually-hidden">{label}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ key, name, tick }) => (
              <th key={key} scope="col" aria-label={name}>
                {tick}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {columns.map((column) => {
                const value = figureOf(row.key, column.key);
                return (
                  <td
                    key={column.key}
                    title={`${row.name}, ${column.name}: ${format(value)}`}
                    style={{ '--share': `${Math.round(shareOf(value) * 100)}%` } as object}
                  >
                    {value > 0 ? (
                      <MarkArea
                        className={styles.heatField}
                        onPick={onPick && (() => onPick(row.key, column.key))}
                      >
                        {format(value)}
                      </MarkArea>
                    ) : (
                      <span className="db-visually-hidden">0</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
