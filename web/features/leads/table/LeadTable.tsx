// biome-ignore-all lint/a11y/useSemanticElements: a table cannot draw only the rows that are in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its row by aria-activedescendant
import { ActionIcon, Box, Checkbox, Skeleton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import type { LeadSort } from '#shared/model/lead-filter.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { type EditableColumn, isEditableOf } from './CellEditor.tsx';
import type { ColumnInfo } from './column-names.ts';
import { LeadRow, type RowHandlers, rowId } from './LeadRow.tsx';
import styles from './table.module.css';
import type { RowSelection } from './useRowSelection.ts';

export interface LeadTableProps {
  leads: readonly Lead[];
  columns: readonly ColumnInfo[];
  sort: LeadSort;
  /** Undefined where the order is the server's own: a search, the deleted. */
  onSort: ((sort: LeadSort) => void) | undefined;
  selection: RowSelection;
  editing: { id: string; column: EditableColumn } | null;
  handlers: RowHandlers;
  hasMore: boolean;
  onMore: () => void;
  readOnly: boolean;
}

/** Px; rows are all of one height, so that a hundred thousand of them need no measuring. */
const rowHeight = 48;
/** Rows before the end at which the next page is asked for. */
const ahead = 40;
const nameWidth = 220;

/** Calls for the next page as the end comes near. */
export function useMoreNear(lastIndex: number, count: number, hasMore: boolean, onMore: () => void) {
  useEffect(() => {
    if (hasMore && lastIndex >= count - ahead) onMore();
  }, [lastIndex, count, hasMore, onMore]);
}

const editKeys: Record<string, EditableColumn> = { s: 'status', o: 'ownerId', t: 'tags', e: 'score' };

/** The leads as a grid: sticky head and name, only the rows in view drawn, the keys of a grid. */
export function LeadTable(props: LeadTableProps) {
  const { leads, columns, sort, onSort, selection, editing, handlers, hasMore, onMore, readOnly } = props;
  const settings = useLeadSettings();
  const agents = useAgents();
  const scroller = useRef<HTMLDivElement>(null);
  const { active } = selection;
  const virtual = useVirtualizer({
    count: leads.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: 40,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  useMoreNear(items.at(-1)?.index ?? 0, leads.length, hasMore, onMore);
  const template = `40px ${nameWidth}px ${columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' ')}`;
  const width = 40 + nameWidth + columns.reduce((sum, column) => sum + column.width, 0);
  const activeLead = leads[active];

  function move(to: number, extend: boolean) {
    const index = Math.max(0, Math.min(leads.length - 1, to));
    if (extend) selection.select(index, true);
    else selection.activate(index);
    virtual.scrollToIndex(index);
  }

  /** Does what a key asks of the rows, if it asks anything: to move, or to open one. */
  function moveOrOpen({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2);
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: leads.length - 1,
    };
    const target = targets[key];
    if (target !== undefined) move(target, shiftKey);
    else if (key === 'Enter' && activeLead) handlers.open(activeLead);
    else return false;
    return true;
  }

  // Where nothing has the focus yet, the keys are the table's at once.
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!document.activeElement?.matches('body, main') || !moveOrOpen(event)) return;
    scroller.current?.focus({ preventScroll: true });
    event.preventDefault();
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Keys inside an editor are the editor's.
    if (event.target !== event.currentTarget && editing) return;
    if ((event.target as HTMLElement).closest('input, [role=dialog], [role=listbox]')) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isOfGrid = event.target === event.currentTarget;
    const typed = editKeys[event.key];
    if ((event.key !== 'Enter' || (plain && isOfGrid)) && moveOrOpen(event)) event.preventDefault();
    else if (event.key === 'a' && !plain) selection.selectAll();
    else if (event.key === 'Escape' && selection.count > 0) selection.clear();
    else if (!plain || !activeLead || !isOfGrid) return;
    else if (event.key === ' ') selection.select(active, event.shiftKey);
    else if (
      typed &&
      !readOnly &&
      isEditableOf(activeLead, typed) &&
      columns.some(({ key }) => key === typed)
    )
      handlers.edit(activeLead, typed);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      className={styles.scroll}
      role="grid"
      aria-label="Leads"
      aria-rowcount={hasMore ? -1 : leads.length + 1}
      aria-multiselectable
      aria-activedescendant={
        activeLead && items.some(({ index }) => index === active) ? rowId(activeLead.id) : undefined
      }
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.head} style={{ minInlineSize: width }}>
        <div role="row" aria-rowindex={1} className={styles.titles} style={{ gridTemplateColumns: template }}>
          <div role="columnheader" className={styles.check}>
            <Checkbox
              size="xs"
              aria-label="Select all that are loaded"
              checked={selection.count > 0 && selection.count >= leads.length}
              indeterminate={selection.count > 0 && selection.count < leads.length}
              onChange={(event) => (event.currentTarget.checked ? selection.selectAll() : selection.clear())}
            />
          </div>
          <Title title="Name" sortField="lastName" sort={sort} onSort={onSort} className={styles.name} />
          {columns.map(({ key, title, align, sort: field }) => (
            <Title key={key} title={title} sortField={field} align={align} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <Box role="rowgroup" pos="relative" style={{ blockSize: virtual.getTotalSize(), minInlineSize: width }}>
        {items.map(({ index, start, key }) => {
          const lead = leads[index];
          const style = {
            gridTemplateColumns: template,
            transform: `translateY(${start}px)`,
            blockSize: rowHeight,
          };
          if (!lead)
            return (
              <div key={key} role="row" className={styles.row} style={style}>
                <div
                  role="gridcell"
                  className={styles.loading}
                  aria-busy="true"
                  aria-label="Loading more leads"
                >
                  <Skeleton h={12} w="60%" />
                </div>
              </div>
            );
          return (
            <LeadRow
              key={lead.id}
              lead={lead}
              index={index}
              columns={columns}
              readOnly={readOnly}
              settings={settings}
              agents={agents}
              selected={selection.has(lead.id)}
              active={index === active}
              editing={editing?.id === lead.id ? editing.column : null}
              handlers={handlers}
              style={style}
            />
          );
        })}
      </Box>
    </div>
  );
}

interface TitleProps {
  title: string;
  sortField: LeadSort['field'] | undefined;
  align?: 'end' | undefined;
  sort: LeadSort;
  onSort: ((sort: LeadSort) => void) | undefined;
  className?: string | undefined;
}

/** The title of a column; where the list can be ordered by it, a press does so and the next one turns it round. */
function Title({ title, sortField, align, sort, onSort, className = styles.cell }: TitleProps) {
  if (!sortField || !onSort)
    return (
      <div role="columnheader" className={className} data-align={align}>
        {title}
      </div>
    );
  const isOn = sort.field === sortField;
  const Icon = !isOn ? IconArrowsSort : sort.direction === 'asc' ? IconArrowUp : IconArrowDown;
  const first = sortField === 'lastName' ? 'asc' : 'desc';
  const next = isOn ? (sort.direction === 'asc' ? 'desc' : 'asc') : first;
  return (
    <div
      role="columnheader"
      className={className}
      data-align={align}
      aria-sort={isOn ? (sort.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      {title}
      <ActionIcon
        variant="transparent"
        color="gray"
        size={24}
        data-on={isOn || undefined}
        className={styles.sorter}
        aria-label={`Sort by ${title.toLowerCase()}`}
        onClick={() => onSort({ field: sortField, direction: next })}
      >
        <Icon size={14} />
      </ActionIcon>
    </div>
  );
}
