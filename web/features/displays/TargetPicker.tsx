import { MultiSelect } from '@mantine/core';
import { useDisplays, useGroups } from './queries.ts';

export interface Targets {
  displayIds: string[];
  groupIds: string[];
}

interface TargetPickerProps {
  value: Targets;
  onChange: (value: Targets) => void;
  error?: string | undefined;
  label?: string;
  disabled?: boolean;
}

/** Displays and groups in one field. */
export function TargetPicker({
  value,
  onChange,
  error,
  label = 'Displays and groups',
  disabled = false,
}: TargetPickerProps) {
  const displays = useDisplays().data?.displays ?? [];
  const groups = useGroups().data?.groups ?? [];
  return (
    <MultiSelect
      label={label}
      placeholder={value.displayIds.length + value.groupIds.length === 0 ? 'Choose where it shows' : ''}
      searchable
      disabled={disabled}
      error={error}
      data={[
        { group: 'Groups', items: groups.map(({ id, name }) => ({ value: id, label: name })) },
        { group: 'Displays', items: displays.map(({ id, name }) => ({ value: id, label: name })) },
      ].filter(({ items }) => items.length > 0)}
      value={[...value.groupIds, ...value.displayIds]}
      onChange={(ids) =>
        onChange({
          groupIds: ids.filter((id) => id.startsWith('grp_')),
          displayIds: ids.filter((id) => !id.startsWith('grp_')),
        })
      }
    />
  );
}
