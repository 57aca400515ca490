import { Anchor, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { figureText } from '#shared/model/figure-text.ts';
import { othersKey, type Report, type ReportColumn, type ReportRow } from '#shared/model/report.ts';
import type { Marked } from '#shared/model/report-chart.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { Figure } from './Figure.tsx';
import { moveBetweenFigures } from './figure-keys.ts';
import type { AddressProps } from './ReportBar.tsx';

const pageRows = 100;

/**
 * Rows by a column: figures by their value, with those that have none last; groups by their keys. What holds other groups
 * together stays below them.
 */
function sorted({ rows, groupBy, columns }: Report, key: string, isUp: boolean): readonly ReportRow[] {
  const column = columns.find((one) => one.key === key);
  if (!column) return rows;
  const at = groupBy.indexOf(key);
  const compared = (one: ReportRow, other: ReportRow): number => {
    if (column.kind === 'dimension')
      return at >= 0 && /^\d/.test(one.keys[at] ?? '')
        ? (one.keys[at] ?? '').localeCompare(other.keys[at] ?? '')
        : String(one.values[key] ?? '').localeCompare(String(other.values[key] ?? ''));
    return Number(one.values[key] ?? 0) - Number(other.values[key] ?? 0);
  };
  const isNone = (row: ReportRow) => row.values[key] === null || row.values[key] === undefined;
  return [...rows].sort((one, other) => {
    if (isOthers(one) !== isOthers(other)) return isOthers(one) ? 1 : -1;
    if (isNone(one) !== isNone(other)) return isNone(one) ? 1 : -1;
    return isUp ? compared(one, other) : compared(other, one);
  });
}

const addressOf = ({ link }: ReportRow): string | undefined =>
  link
    ? `${link.path}${Object.keys(link.query).length > 0 ? `?${new URLSearchParams(link.query)}` : ''}`
    : undefined;

/** The row of what has gone since it was counted: nothing can be listed of it. */
const isGone = ({ keys }: ReportRow): boolean => keys.length === 1 && keys[0] === '\u0000rest';

const isOthers = ({ keys }: ReportRow): boolean => keys[0] === othersKey;

/** The groups behind a row; undefined where they cannot be listed. */
const listedGroups = (row: ReportRow): string[][] | undefined =>
  row.groups ?? (isGone(row) || isOthers(row) ? undefined : [row.keys]);

interface ReportTableProps extends AddressProps {
  report: Report;
  /** Lists what is behind a figure. */
  onPick: (figure: Marked) => void;
}

/** The rows of a report with their totals, sorted by any column. Each figure opens the rows behind it. */
export function ReportTable({ report, address, onChange, onPick }: ReportTableProps) {
  const isUp = address.order === 'asc';
  const rows = sorted(report, address.sort, isUp);
  const pages = Math.ceil(rows.length / pageRows);
  const page = Math.min(address.page, pages);
  const turn = ({ key, kind }: ReportColumn) => {
    const isSame = address.sort === key;
    const first = kind === 'dimension' ? 'asc' : 'desc';
    onChange({ sort: key, order: isSame ? (isUp ? 'desc' : 'asc') : first });
  };
  const measures = report.columns.filter(({ kind }) => kind === 'measure');
  const firstFigure = (row: ReportRow) => measures.find(({ key }) => row.values[key])?.key;
  const nameOf = (row: ReportRow) => report.groupBy.map((name) => row.values[name]).join(', ');
  const cell = (row: ReportRow, { key, kind, label, unit }: ReportColumn, isFirst: boolean) => {
    const value = row.values[key] ?? null;
    if (kind === 'dimension') {
      const text = String(value ?? '') || '–';
      const to = isFirst ? addressOf(row) : undefined;
      return to ? (
        <Anchor component={Link} to={to} inherit>
          {text}
        </Anchor>
      ) : (
        text
      );
    }
    const groups = listedGroups(row);
    return (
      <Figure
        text={figureText(value as number | null, unit)}
        label={`${label}, ${nameOf(row)}`}
        onPick={value && groups ? () => onPick({ measure: key, groups }) : undefined}
        tabIndex={firstFigure(row) === key ? undefined : -1}
      />
    );
  };
  const columns = report.columns.map((column, at): Column<ReportRow> => {
    const isSorted = address.sort === column.key;
    const isGroup = column.kind === 'dimension';
    return {
      key: column.key,
      sorted: isSorted ? (isUp ? 'ascending' : 'descending') : 'none',
      align: isGroup ? 'start' : 'end',
      title: (
        <UnstyledButton fz="inherit" fw="inherit" title={column.formula} onClick={() => turn(column)}>
          {column.label} {isSorted && (isUp ? <IconArrowUp size={12} /> : <IconArrowDown size={12} />)}
        </UnstyledButton>
      ),
      render: (row) => (
        <span className={isGroup ? undefined : 'db-figures'}>{cell(row, column, at === 0)}</span>
      ),
      foot: isGroup ? (
        at === 0 ? (
          'Total'
        ) : (
          ''
        )
      ) : (
        <span className="db-figures">
          <Figure
            text={figureText(report.totals[column.key] ?? null, column.unit)}
            label={`${column.label}, total`}
            onPick={report.totals[column.key] ? () => onPick({ measure: column.key, groups: [] }) : undefined}
          />
        </span>
      ),
    };
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the figures in it
    <div onKeyDown={moveBetweenFigures}>
      <DataTable
        label={`${report.title}, table`}
        columns={columns}
        rows={rows.slice((page - 1) * pageRows, page * pageRows)}
        rowKey={({ keys }) => keys.join('\n')}
        pagination={{ page, pages, total: rows.length, onChange: (next) => onChange({ page: next }) }}
      />
    </div>
  );
}
