import { Group, MultiSelect, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import type { Condition } from '#shared/model/lead-filter.ts';
import { useAgents, useLeadSettings, useTags } from '../shared/lookups.ts';
import { type FilterFieldInfo, needsValue, type Scalar, takesList } from './fields.ts';
import { dayOf, momentFor } from './moments.ts';

interface ValueInputProps {
  condition: Condition;
  field: FilterFieldInfo;
  onChange: (value: Condition['value']) => void;
}

/** Nobody as an option of a list: lists hold texts, and an owner who is nobody is null. */
const nobody = 'nobody';

/** The value of a condition, as its field and operator want it. */
export function ValueInput({ condition, field, onChange }: ValueInputProps) {
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const tags = useTags();
  const { op, value } = condition;
  if (!needsValue(op)) return null;
  const label = `Value of ${field.label}`;
  const list = (Array.isArray(value) ? value : value === undefined ? [] : [value]) as Scalar[];

  if (op === 'between') {
    const set = (at: 0 | 1, given: Scalar) => {
      const next: Scalar[] = [list[0] ?? '', list[1] ?? ''];
      next[at] = given;
      onChange(next);
    };
    return (
      <Group gap={6} wrap="nowrap">
        <One
          field={field}
          op={op}
          at={0}
          label={`${label}, from`}
          value={list[0]}
          onChange={(v) => set(0, v)}
        />
        <Text size="sm">and</Text>
        <One
          field={field}
          op={op}
          at={1}
          label={`${label}, to`}
          value={list[1]}
          onChange={(v) => set(1, v)}
        />
      </Group>
    );
  }
  if (takesList(op)) {
    const options =
      field.kind === 'status'
        ? statuses.map(({ key, label: text }) => ({ value: key, label: text }))
        : field.kind === 'owner'
          ? [
              { value: nobody, label: 'Nobody' },
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
            ]
          : field.kind === 'choice'
            ? (field.choices ?? []).map((choice) => ({ value: choice, label: choice }))
            : undefined;
    if (options)
      return (
        <MultiSelect
          aria-label={label}
          placeholder={list.length === 0 ? 'Choose' : undefined}
          data={options}
          searchable={options.length > 8}
          value={list.map((one) => (one === null ? nobody : String(one)))}
          onChange={(chosen) =>
            onChange(chosen.map((one) => (field.kind === 'owner' && one === nobody ? null : one)))
          }
          comboboxProps={{ withinPortal: true }}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group' } }}
        />
      );
    return (
      <TagsInput
        aria-label={label}
        placeholder={list.length === 0 ? 'Type and press Enter' : undefined}
        data={field.kind === 'tag' ? tags : []}
        value={list.map(String)}
        onChange={onChange}
        acceptValueOnBlur
        maxTags={100}
      />
    );
  }
  return <One field={field} op={op} at={0} label={label} value={list[0]} onChange={onChange} />;
}

interface OneProps {
  field: FilterFieldInfo;
  op: Condition['op'];
  at: 0 | 1;
  label: string;
  value: Scalar | undefined;
  onChange: (value: Scalar) => void;
}

function One({ field, op, at, label, value, onChange }: OneProps) {
  switch (field.kind) {
    case 'number':
      return (
        <NumberInput
          aria-label={label}
          thousandSeparator
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(given) => onChange(given === '' ? '' : Number(given))}
        />
      );
    case 'moment':
      return (
        <TextInput
          type="date"
          aria-label={label}
          value={dayOf(value)}
          onChange={(event) => onChange(momentFor(op, event.currentTarget.value, at))}
        />
      );
    case 'date':
      return (
        <TextInput
          type="date"
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'boolean':
      return (
        <Select
          aria-label={label}
          allowDeselect={false}
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(chosen) => onChange(chosen === 'true')}
        />
      );
    default:
      return (
        <TextInput
          aria-label={label}
          maxLength={200}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
