import { Anchor, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { figureText } from '#shared/model/figure-text.ts';
import type { Report, ReportColumn, ReportRow } from '#shared/model/report.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import type { AddressProps } from './ReportBar.tsx';

const pageRows = 100;

/** Rows by a column: figures by their value, with those that have none last; groups by their keys. */
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
    if (isNone(one) !== isNone(other)) return isNone(one) ? 1 : -1;
    return isUp ? compared(one, other) : compared(other, one);
  });
}

const addressOf = ({ link }: ReportRow): string | undefined =>
  link
    ? `${link.path}${Object.keys(link.query).length > 0 ? `?${new URLSearchParams(link.query)}` : ''}`
    : undefined;

interface ReportTableProps extends AddressProps {
  report: Report;
}

/** The rows of a report with their totals, sorted by any column; each leads to what was counted where it can be listed. */
export function ReportTable({ report, address, onChange }: ReportTableProps) {
  const isUp = address.order === 'asc';
  const rows = sorted(report, address.sort, isUp);
  const pages = Math.ceil(rows.length / pageRows);
  const page = Math.min(address.page, pages);
  const turn = ({ key, kind }: ReportColumn) => {
    const isSame = address.sort === key;
    const first = kind === 'dimension' ? 'asc' : 'desc';
    onChange({ sort: key, order: isSame ? (isUp ? 'desc' : 'asc') : first });
  };
  const cell = (row: ReportRow, { key, kind, unit }: ReportColumn, isFirst: boolean) => {
    const value = row.values[key] ?? null;
    const text = kind === 'dimension' ? String(value ?? '') || '–' : figureText(value as number | null, unit);
    const to = addressOf(row);
    // The first is reached by the keyboard, and the figures beside it lead to the same.
    return to && (isFirst || (kind === 'measure' && value)) ? (
      <Anchor
        component={Link}
        to={to}
        inherit
        underline={isFirst ? 'always' : 'hover'}
        c={isFirst ? undefined : 'inherit'}
        tabIndex={isFirst ? undefined : -1}
      >
        {text}
      </Anchor>
    ) : (
      text
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
        <span className="db-figures">{figureText(report.totals[column.key] ?? null, column.unit)}</span>
      ),
    };
  });
  return (
    <DataTable
      label={`${report.title}, table`}
      columns={columns}
      rows={rows.slice((page - 1) * pageRows, page * pageRows)}
      rowKey={({ keys }) => keys.join('\n')}
      pagination={{ page, pages, total: rows.length, onChange: (next) => onChange({ page: next }) }}
    />
  );
}
