import { NumberInput, Select, TextInput } from '@mantine/core';
import type { KeyFieldView } from '#shared/model/message.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { SecretField } from './SecretField.tsx';

/** Keys that are to be set: null removes one, and what is left out stays. */
export type KeyChange = Record<string, string | number | null | undefined>;

interface KeyFieldsProps {
  fields: readonly KeyFieldView[];
  change: KeyChange;
  /** By the fields' names. */
  errors: Record<string, string | undefined>;
  onChange: (part: KeyChange) => void;
}

/** Rows of one field, or of two halves. */
function rowsOf(fields: readonly KeyFieldView[]): KeyFieldView[][] {
  const rows: KeyFieldView[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.isHalf && last?.length === 1 && last[0]!.isHalf) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

/** The keys of an account at a provider, as the provider declares them. */
export function KeyFields({ fields, change, errors, onChange }: KeyFieldsProps) {
  const input = ({ name, label, kind, placeholder, choices, range, value: saved, isSet }: KeyFieldView) => {
    const set = (value: KeyChange[string]) => onChange({ [name]: value });
    const given = change[name];
    const value = given === undefined ? saved : given;
    const common = { label, error: errors[name], placeholder: placeholder ?? 'Not set' };
    switch (kind) {
      case 'secret':
        return (
          <SecretField
            key={name}
            label={label}
            error={errors[name]}
            isSet={isSet}
            value={given as string | null | undefined}
            onChange={set}
          />
        );
      case 'choice':
        return (
          <Select
            key={name}
            {...common}
            allowDeselect={false}
            data={choices}
            value={String(value)}
            onChange={(next) => next && set(next)}
          />
        );
      case 'number':
        return (
          <NumberInput
            key={name}
            label={label}
            error={errors[name]}
            {...(range ? { min: range.least, max: range.most } : {})}
            allowDecimal={false}
            value={value ?? ''}
            onChange={(next) => set(typeof next === 'number' ? next : null)}
          />
        );
      case 'text':
        return (
          <TextInput
            key={name}
            {...common}
            autoComplete="off"
            value={value ?? ''}
            onChange={({ currentTarget }) => set(currentTarget.value.trim() ? currentTarget.value : null)}
          />
        );
      default:
        return kind satisfies never;
    }
  };
  return rowsOf(fields).map((row) =>
    row.length === 1 ? (
      input(row[0]!)
    ) : (
      <AutoGrid min={220} gap={12} align="end" key={row[0]!.name}>
        {row.map(input)}
      </AutoGrid>
    ),
  );
}
