import { Button, Combobox, NumberInput, Popover, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { TagsBox } from './TagsBox.tsx';
import styles from './table.module.css';

const editableColumns = ['status', 'ownerId', 'tags', 'score'] as const;
export type EditableColumn = (typeof editableColumns)[number];
const isEditable = (key: string): key is EditableColumn =>
  (editableColumns as readonly string[]).includes(key);

/** A learned score follows from the lead, and is not typed. */
export const isEditableOf = (lead: Lead, key: string): key is EditableColumn =>
  isEditable(key) && !(key === 'score' && lead.isScoreLearned);

export type CellChange = Partial<Pick<Lead, 'status' | 'ownerId' | 'tags' | 'score'>>;

interface CellEditorProps {
  lead: Lead;
  column: EditableColumn;
  /** What the cell shows as long as it is edited. */
  children: ReactNode;
  /** Nothing where the value was left as it is. */
  onDone: (change?: CellChange) => void;
}

/** Changes one value in its row: lists are chosen from, tags and the score are typed. */
export function CellEditor({ lead, column, children, onDone }: CellEditorProps) {
  if (column === 'score') return <ScoreEditor lead={lead} onDone={onDone} />;
  if (column === 'tags') return <TagsEditor lead={lead} onDone={onDone} shown={children} />;
  return (
    <ChoiceEditor lead={lead} column={column} onDone={onDone}>
      {children}
    </ChoiceEditor>
  );
}

const nobody = 'nobody';

function ChoiceEditor({ lead, column, children, onDone }: CellEditorProps) {
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const { user } = useSignedIn();
  const seesAll = useSeesAllLeads();
  const combobox = useCombobox({ defaultOpened: true, onDropdownClose: () => onDone() });
  const target = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    // The list is drawn in the frame after: the arrows begin at the value as it is.
    const frame = requestAnimationFrame(() => combobox.selectActiveOption());
    return () => cancelAnimationFrame(frame);
  }, []);
  // An agent takes a lead or gives it back; handing over is done on the lead's page.
  const owners = agents.filter(({ id, isActive }) => isActive && (seesAll || id === user.userId));
  const options =
    column === 'status'
      ? statuses.map((status) => ({ value: status.key, label: <StatusBadge status={status} /> }))
      : [{ value: nobody, label: 'Nobody' }, ...owners.map(({ id, name }) => ({ value: id, label: name }))];
  const title = column === 'status' ? 'Status' : 'Owner';
  const current = column === 'status' ? lead.status : (lead.ownerId ?? nobody);

  return (
    <Combobox
      store={combobox}
      width={200}
      position="bottom-start"
      onOptionSubmit={(value) => {
        if (value === current) onDone();
        else if (column === 'status') onDone({ status: value });
        else onDone({ ownerId: value === nobody ? null : value });
      }}
    >
      <Combobox.Target targetType="button">
        <button
          data-changes
          ref={target}
          type="button"
          className={styles.value}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
          onClick={() => onDone()}
        >
          <span className="db-visually-hidden">{title}: </span>
          {children}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={title} mah={280} style={{ overflowY: 'auto' }}>
          {options.map(({ value, label }) => (
            <Combobox.Option data-changes key={value} value={value} active={value === current}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function ScoreEditor({ lead, onDone }: Pick<CellEditorProps, 'lead' | 'onDone'>) {
  const [value, setValue] = useState<number | string>(lead.score);
  const left = useRef(false);
  const end = (save: boolean) => {
    if (left.current) return;
    left.current = true;
    const score = Math.round(Number(value));
    onDone(save && value !== '' && score !== lead.score ? { score } : undefined);
  };
  return (
    <NumberInput
      aria-label="Score"
      size="xs"
      min={0}
      max={100}
      clampBehavior="strict"
      allowDecimal={false}
      hideControls
      autoFocus
      value={value}
      onChange={setValue}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(true);
        else if (event.key === 'Escape') end(false);
      }}
    />
  );
}

function TagsEditor({
  lead,
  onDone,
  shown,
}: Pick<CellEditorProps, 'lead' | 'onDone'> & { shown: ReactNode }) {
  const [tags, setTags] = useState(lead.tags);
  const end = (save: boolean) => {
    const changed = JSON.stringify(tags) !== JSON.stringify(lead.tags);
    onDone(save && changed ? { tags } : undefined);
  };
  return (
    <Popover
      opened
      onDismiss={() => end(true)}
      width={300}
      position="bottom-start"
      trapFocus
      shadow="md"
      closeOnEscape={false}
      // What it belongs to is no button any more as long as it is open.
      withRoles={false}
    >
      <Popover.Target>
        <span className={styles.value}>{shown}</span>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label="Tags"
        onKeyDown={(event) => event.key === 'Escape' && end(false)}
      >
        <TagsBox
          label="Tags"
          description="Enter adds one. A click elsewhere saves as well."
          value={tags}
          onChange={setTags}
          data-autofocus
        />
        <Button data-changes size="compact-sm" mt="sm" onClick={() => end(true)}>
          Save
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
