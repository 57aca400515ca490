import { Checkbox, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { grantableGroups } from '#web/ui/permission-groups.ts';

interface PermissionPickerProps {
  chosen: readonly string[];
  error?: string | null;
  onChange: (chosen: string[]) => void;
}

/** Chooses permissions by group, with a search; a group's box chooses all of it. */
export function PermissionPicker({ chosen, error, onChange }: PermissionPickerProps) {
  const [search, setSearch] = useState('');
  const groups = grantableGroups(search);
  const set = (names: string[], isChosen: boolean) => {
    const rest = chosen.filter((name) => !names.includes(name));
    onChange(isChosen ? [...rest, ...names] : rest);
  };
  return (
    <Stack gap="sm" role="group" aria-label="Permissions">
      <TextInput
        type="search"
        label="Permissions"
        description={`${chosen.length} chosen. The key may do nothing else.`}
        placeholder="Search permissions"
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {groups.length === 0 && <Text size="sm">No permission is called that.</Text>}
      {groups.map(({ title, permissions }) => {
        const names = permissions.map(({ name }) => name);
        const count = names.filter((name) => chosen.includes(name)).length;
        return (
          <Stack key={title} gap={6}>
            <Checkbox
              label={<Text fw={600}>{title}</Text>}
              aria-label={`All of ${title}`}
              checked={count === names.length}
              indeterminate={count > 0 && count < names.length}
              onChange={(event) => set(names, event.currentTarget.checked)}
            />
            {permissions.map(({ name, label }) => (
              <Checkbox
                key={name}
                ms="lg"
                size="sm"
                label={label}
                checked={chosen.includes(name)}
                onChange={(event) => set([name], event.currentTarget.checked)}
              />
            ))}
          </Stack>
        );
      })}
    </Stack>
  );
}
