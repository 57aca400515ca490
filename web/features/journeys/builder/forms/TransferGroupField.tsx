import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

interface TransferGroupFieldProps {
  /** Empty for none. */
  value: string;
  /** The step has a number of its own, which comes first. */
  disabled: boolean;
  onChange: (groupId: string) => void;
}

/** The group of which a number takes an answered call; one that has been removed stays until another is chosen. */
export function TransferGroupField({ value, disabled, onChange }: TransferGroupFieldProps) {
  const groups = useQuery(query.transferGroups.list.queryOptions({ input: {} }));
  const known = (groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isGone = value !== '' && groups.isSuccess && !known.some((group) => group.value === value);
  return (
    <Select
      label="Transfer group"
      description={
        disabled
          ? 'The number above takes answered calls; clear it to use a group.'
          : 'One of its numbers takes an answered call.'
      }
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage="No group of that name"
      disabled={disabled}
      data={isGone ? [...known, { value, label: 'A group that was removed' }] : known}
      value={value === '' ? null : value}
      error={isGone ? 'This group has been removed; calls of this step would fail.' : undefined}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
