import {
  Badge,
  Box,
  Group,
  type MantineColor,
  Pagination,
  Skeleton,
  Table,
  Text,
  type TextProps,
} from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  width?: number | string;
  align?: 'start' | 'end';
  /** Below this width of the table the column is left out: 'sm' 640 px, 'md' 860 px. */
  hideBelow?: 'sm' | 'md';
  /** It holds buttons of its own: a click or a key in it does not open the row. */
  controls?: boolean;
  /** How the rows are sorted by it; its title is a button then. Left out where they cannot be. */
  sorted?: 'ascending' | 'descending' | 'none';
  /** What stands below the rows, such as their sum. A table has a last line when a column has this. */
  foot?: ReactNode;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers: 'Users'. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads: skeleton rows stand in. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Enter, Space or a click on a row. Arrow keys, Home and End move between rows. */
  onOpen?: (row: Row) => void;
  rowLabel?: (row: Row) => string;
  selectedKey?: string | null;
  /** What to show where there are no rows. */
  empty?: ReactNode;
  /** A newer page is on its way: the old rows stay, dimmed. */
  refreshing?: boolean;
  pagination?: { page: number; pages: number; total: number; onChange: (page: number) => void };
}

/** A table with a sticky head, keyboard rows, skeletons and pages. Narrow tables drop columns, never scroll a page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, rowLabel, selectedKey, empty, refreshing, pagination } =
    props;
  if (rows?.length === 0) return <div className={styles.frame}>{empty}</div>;

  return (
    <div className={styles.frame} data-refreshing={refreshing || undefined}>
      <Box
        mah="max(360px, calc(100dvh - 320px))"
        style={{ overflow: 'auto' }}
        {...(onOpen ? {} : reachable(label))}
      >
        <Table aria-label={label} aria-busy={!rows} verticalSpacing={10} horizontalSpacing={16} fz="sm">
          <Table.Thead className={styles.head}>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th
                  key={column.key}
                  w={column.width}
                  ta={column.align}
                  aria-sort={column.sorted}
                  data-hide-below={column.hideBelow}
                  className={styles.cell}
                >
                  {column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows?.map((row, index) => (
              <Table.Tr
                key={rowKey(row)}
                className={styles.row}
                aria-label={rowLabel?.(row)}
                aria-selected={selectedKey === undefined ? undefined : selectedKey === rowKey(row)}
                data-openable={onOpen ? true : undefined}
                tabIndex={onOpen ? (index === 0 ? 0 : -1) : undefined}
                onClick={onOpen && (() => onOpen(row))}
                onKeyDown={onOpen && ((event) => moveOrOpen(event, () => onOpen(row)))}
                onFocus={onOpen && keepInTabOrder}
              >
                {columns.map((column) => (
                  <Table.Td
                    key={column.key}
                    ta={column.align}
                    data-hide-below={column.hideBelow}
                    data-controls={column.controls}
                    className={styles.cell}
                    {...(column.controls ? ownEvents : {})}
                  >
                    {column.render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            )) ?? skeletonRows(columns)}
          </Table.Tbody>
          {rows && columns.some(({ foot }) => foot !== undefined) && (
            <Table.Tfoot className={styles.foot}>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Td
                    key={column.key}
                    ta={column.align}
                    data-hide-below={column.hideBelow}
                    className={styles.cell}
                  >
                    {column.foot}
                  </Table.Td>
                ))}
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </Box>
      {pagination && pagination.pages > 1 && (
        <Group
          gap={8}
          justify="space-between"
          p="10px 16px"
          style={{ borderBlockStart: '1px solid var(--db-line)' }}
        >
          <Text size="xs" c="dimmed" className="db-figures">
            {pagination.total.toLocaleString()} in all
          </Text>
          <Pagination
            size="sm"
            total={pagination.pages}
            value={pagination.page}
            onChange={pagination.onChange}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      )}
    </div>
  );
}

/** The column of what a row is called, and below it what it is, where there is something to say. */
export const nameColumn = <Row,>(
  wordsOf: (row: Row) => readonly [name: string, below?: string],
  column: Partial<Column<Row>> = {},
): Column<Row> => ({
  key: 'name',
  title: 'Name',
  render: (row) => {
    const [name, below] = wordsOf(row);
    return (
      <>
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        {below && (
          <Text size="xs" c="dimmed" truncate>
            {below}
          </Text>
        )}
      </>
    );
  },
  ...column,
});

/** The column of a state: `stateColumn(({ status }) => blastWords[status], { hideBelow: 'sm' })`. */
export const stateColumn = <Row,>(
  stateOf: (row: Row) => { label: string; color: MantineColor },
  column: Partial<Column<Row>> = {},
): Column<Row> => ({
  key: 'state',
  title: 'State',
  width: 110,
  render: (row) => {
    const { label, color } = stateOf(row);
    return (
      // A word that is cut says nothing.
      <Badge variant="light" tt="none" color={color} miw="max-content">
        {label}
      </Badge>
    );
  },
  ...column,
});

/** Of what can be put out of use. */
export const activeState = ({ isActive }: { isActive: boolean }) =>
  isActive ? { label: 'Active', color: 'green' } : { label: 'Inactive', color: 'gray' };

interface NarrowProps extends TextProps {
  /** As the `hideBelow` of the columns that it stands in for. */
  below?: Column<unknown>['hideBelow'];
  children: ReactNode;
}

/** What a cell shows of the columns that are left out in a narrow table. */
export const Narrow = ({ below = 'sm', children, ...text }: NarrowProps) => (
  <Text component="div" size="xs" c="dimmed" className={styles.narrow} data-below={below} {...text}>
    {children}
  </Text>
);

const stop = (event: { stopPropagation(): void }) => event.stopPropagation();
const ownEvents = { onClick: stop, onKeyDown: stop };

/** What scrolls can be reached by the keyboard: by its rows, or else by itself. */
const reachable = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolling` });

function skeletonRows<Row>(columns: readonly Column<Row>[]) {
  return Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
    <Table.Tr key={row}>
      {columns.map((column, at) => (
        <Table.Td key={column.key} data-hide-below={column.hideBelow} className={styles.cell}>
          <Skeleton h={14} w={`${at === 0 ? 70 : 40 + ((row * 13 + at * 29) % 40)}%`} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

/** One row of the table is in the tab order: the one that had the focus last. */
function keepInTabOrder(event: { currentTarget: HTMLElement }) {
  for (const row of event.currentTarget.parentElement?.children ?? []) (row as HTMLElement).tabIndex = -1;
  event.currentTarget.tabIndex = 0;
}

function moveOrOpen(event: KeyboardEvent<HTMLElement>, open: () => void) {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const rows = row.parentElement!.children;
  const target = {
    ArrowDown: row.nextElementSibling,
    ArrowUp: row.previousElementSibling,
    Home: rows[0],
    End: rows[rows.length - 1],
  }[event.key];
  if (event.key === 'Enter' || event.key === ' ') open();
  else if (target instanceof HTMLElement) target.focus();
  else return;
  event.preventDefault();
}
