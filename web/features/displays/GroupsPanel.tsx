import { ActionIcon, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconFolders, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Group as DisplayGroup } from '#shared/model/signage/entities.ts';
import { query } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { signageChanged, useDisplays, useGroups } from './queries.ts';

const reactions = { onSuccess: signageChanged, onError: (reason: unknown) => toast.error(reason) };

/** Groups of displays: a name and who is in it. A display may be in several. */
export function GroupsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data, error, refetch } = useGroups();
  const [name, setName] = useState('');
  const removal = useQuestion<DisplayGroup>();
  const remove = useMutation(query.signage.removeGroup.mutationOptions({ onSuccess: signageChanged }));
  const create = useMutation(query.signage.createGroup.mutationOptions(reactions));
  const add = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name }, { onSuccess: () => setName('') });
  };
  return (
    <SidePanel opened={opened} onClose={onClose} title="Groups of displays">
      <form data-changes onSubmit={add}>
        <Group align="end" gap="xs" wrap="nowrap" mb="lg">
          <TextInput
            label="New group"
            placeholder="Ground floor"
            maxLength={120}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button type="submit" loading={create.isPending} disabled={!name.trim()}>
            Add
          </Button>
        </Group>
      </form>
      {error ? (
        <ErrorState title="The groups could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LinesSkeleton lines={4} />
      ) : data.groups.length === 0 ? (
        <EmptyState icon={IconFolders} title="No groups yet">
          A group names displays that show the same: a floor, an office, all lobbies.
        </EmptyState>
      ) : (
        <Stack gap="lg">
          {data.groups.map((group) => (
            <OneGroup key={group.id} group={group} onRemove={() => removal.ask(group)} />
          ))}
        </Stack>
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove the group ${removal.about?.name}?`}
        confirmLabel="Remove the group"
        danger
        onConfirm={() => remove.mutateAsync({ id: removal.about!.id })}
      >
        Its displays stay. Schedules that name the group no longer reach them by it.
      </ConfirmDialog>
    </SidePanel>
  );
}

function OneGroup({ group, onRemove }: { group: DisplayGroup; onRemove: () => void }) {
  const { data } = useDisplays();
  const update = useMutation(query.signage.updateGroup.mutationOptions(reactions));
  const { id, name, displayIds, version } = group;
  const known = (data?.displays ?? []).map((display) => ({ value: display.id, label: display.name }));
  const gone = displayIds
    .filter((displayId) => !known.some(({ value }) => value === displayId))
    .map((value) => ({ value, label: 'A display that is gone' }));
  return (
    <Group align="start" wrap="nowrap" gap="xs">
      <MultiSelect
        data-changes
        label={name}
        placeholder={displayIds.length === 0 ? 'Choose displays' : ''}
        data={[...known, ...gone]}
        value={displayIds}
        onChange={(next) => update.mutate({ id, name, displayIds: next, version })}
        disabled={update.isPending}
        searchable
        style={{ flex: 1 }}
        description={
          <Text span size="xs">
            {displayIds.length === 1 ? '1 display' : `${displayIds.length} displays`}
          </Text>
        }
      />
      <ActionIcon
        data-changes
        variant="subtle"
        color="red"
        mt={26}
        aria-label={`Remove the group ${name}`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
