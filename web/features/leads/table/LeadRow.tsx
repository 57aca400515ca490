// biome-ignore-all lint/a11y/useSemanticElements: a table cannot draw only the rows that are in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its row by aria-activedescendant
import { ActionIcon, Box, Checkbox, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/model/lead.ts';
import { Initials } from '#web/ui/Initials.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { type CellContext, cellOf } from './Cell.tsx';
import { type CellChange, CellEditor, type EditableColumn, isEditableOf } from './CellEditor.tsx';
import type { ColumnInfo } from './column-names.ts';
import styles from './table.module.css';

export interface RowHandlers {
  open: (lead: Lead) => void;
  /** `range`: from the row that was chosen last to this one. */
  select: (index: number, range: boolean) => void;
  activate: (index: number) => void;
  edit: (lead: Lead, column: EditableColumn | null) => void;
  change: (lead: Lead, change: CellChange) => void;
}

interface LeadRowProps extends CellContext {
  lead: Lead;
  index: number;
  columns: readonly ColumnInfo[];
  /** Shown as they were: leads that are deleted are not changed. */
  readOnly: boolean;
  selected: boolean;
  active: boolean;
  editing: EditableColumn | null;
  handlers: RowHandlers;
  style: CSSProperties;
}

export const rowId = (leadId: string) => `row-${leadId}`;

/** One lead in the table. A press anywhere opens it; the pencil of a value changes that in place. */
export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, index, columns, readOnly, selected, active, editing, handlers, style, settings, agents } =
    props;
  const name = leadName(lead);
  const context = { settings, agents };
  return (
    // The grid's own keys do for rows what a press does.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="row"
      id={rowId(lead.id)}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      className={styles.row}
      style={style}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('button, a, input, label, [data-portal]')) return;
        if (!event.currentTarget.contains(event.target as Node)) return;
        handlers.activate(index);
        if (!readOnly) handlers.open(lead);
      }}
    >
      <div role="gridcell" className={styles.check}>
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={(event) => handlers.select(index, (event.nativeEvent as MouseEvent).shiftKey === true)}
        />
      </div>
      <div role="gridcell" className={styles.name}>
        <Initials name={name} size={26} />
        <Stack component="span" gap={0} miw={0}>
          {readOnly ? (
            <span className={styles.link}>{name}</span>
          ) : (
            <Link to={`/leads/${lead.id}`} className={styles.link} tabIndex={-1}>
              <bdi>{name}</bdi>
            </Link>
          )}
          {lead.company && lead.company !== name && (
            <Box component="span" className="db-cut db-note" lh={1.3}>
              {lead.company}
            </Box>
          )}
        </Stack>
      </div>
      {columns.map(({ key, title, align }) => {
        const shown = cellOf(lead, key, context);
        return (
          <div key={key} role="gridcell" className={styles.cell} data-align={align}>
            {!isEditableOf(lead, key) || readOnly ? (
              shown
            ) : editing === key ? (
              <CellEditor
                lead={lead}
                column={key}
                onDone={(change) => {
                  handlers.edit(lead, null);
                  if (change) handlers.change(lead, change);
                }}
              >
                {shown}
              </CellEditor>
            ) : (
              <>
                <span id={`${key}-${lead.id}`} className="db-cut">
                  {shown}
                </span>
                <ActionIcon
                  data-changes
                  variant="default"
                  size={26}
                  tabIndex={-1}
                  className={styles.edit}
                  id={`edit-${key}-${lead.id}`}
                  aria-label={`${title}:`}
                  aria-labelledby={`edit-${key}-${lead.id} ${key}-${lead.id}`}
                  title={`Change ${title.toLowerCase()}`}
                  onClick={() => {
                    handlers.activate(index);
                    handlers.edit(lead, key);
                  }}
                >
                  <IconPencil size={14} aria-hidden="true" />
                </ActionIcon>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
});
