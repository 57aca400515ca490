import { figureText } from '#shared/model/figure-text.ts';
import { type Report, reportLimits } from '#shared/model/report.ts';
import type { Marked } from '#shared/model/report-chart.ts';
import type { MeasureName } from '#shared/model/report-measures.ts';
import { measures } from '#shared/model/report-measures.ts';
import { Figure } from './Figure.tsx';
import { moveBetweenFigures } from './figure-keys.ts';
import styles from './PivotTable.module.css';
import { type PivotPlace, pivotOf } from './pivot.ts';

interface PivotTableProps {
  /** One of two groupings. */
  report: Report;
  measure: MeasureName;
  /** Lists what is behind a figure. */
  onPick: (figure: Marked) => void;
}

/** A figure by the first grouping of a report and the second, with totals. Each figure opens the rows behind it. */
export function PivotTable({ report, measure, onPick }: PivotTableProps) {
  const { labels, rows, columns, cellOf } = pivotOf(report, measure);
  const { label, unit } = measures[measure];
  const cell = (value: number | null, of: string, groups: string[][], isStop = false) => (
    <Figure
      text={figureText(value, unit)}
      label={`${label}, ${of}`}
      onPick={
        value && groups.length <= reportLimits.groupsListed ? () => onPick({ measure, groups }) : undefined
      }
      tabIndex={isStop ? undefined : -1}
    />
  );
  const totalOf = (place: PivotPlace) => cell(place.total, `${place.name}, total`, place.groups);
  return (
    <section
      className={styles.pivot}
      aria-label={`${label}, scrolling`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
      tabIndex={0}
      onKeyDown={moveBetweenFigures}
    >
      <table>
        <caption className="db-visually-hidden">
          {label} by {labels.row} and {labels.column}
        </caption>
        <thead>
          <tr>
            <th scope="col">{labels.row}</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const first = columns.find(({ key }) => cellOf(row.key, key)?.values[measure])?.key;
            return (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {columns.map((column) => {
                  const found = cellOf(row.key, column.key);
                  const value = found ? (found.values[measure] as number | null) : null;
                  return (
                    <td key={column.key}>
                      {found
                        ? cell(value, `${row.name}, ${column.name}`, [found.keys], first === column.key)
                        : ''}
                    </td>
                  );
                })}
                <td>{totalOf(row)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns.map((column) => (
              <td key={column.key}>{totalOf(column)}</td>
            ))}
            <td>{cell(report.totals[measure] ?? null, 'total', [])}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
