import { Box, Button, Checkbox, Group, Text } from '@mantine/core';
import { IconMicrophone, IconPlus, IconVolume } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BulkAction as Action,
  bulkActions,
  type PromptRecording,
  promptLimits,
  promptStatuses,
} from '#shared/model/prompt-recording.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { BulkAction, BulkBar } from '#web/ui/resource/BulkBar.tsx';
import { FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { bulkSentence, lengthOf, stateOf } from './form.ts';
import { RecordingPanel } from './RecordingPanel.tsx';
import { VoicesPanel } from './VoicesPanel.tsx';

const statuses = Object.keys(promptStatuses) as PromptRecording['status'][];
const inAddress = { search: field.text(80), status: field.oneOf(statuses), recording: field.panel };
/** How often a list is asked again in which a voice reads a text; ms. */
const askAgainMs = 2_000;

const named = nameColumn<PromptRecording>(({ name, description, text }) => [name, description || text]);
const columns: Column<PromptRecording>[] = [
  {
    ...named,
    // On a phone a long text leaves room for the state.
    render: (row) => <Box maw="calc(100vw - 220px)">{named.render(row)}</Box>,
  },
  stateColumn(stateOf, { width: 120 }),
  {
    key: 'length',
    title: 'Length',
    width: 80,
    align: 'end',
    hideBelow: 'sm',
    render: (row) => <span className="db-figures">{lengthOf(row)}</span>,
  },
  {
    key: 'exchange',
    title: 'Exchange',
    width: 130,
    hideBelow: 'md',
    render: ({ asterisk }) => (
      <Text size="sm" c={asterisk.deployed ? undefined : 'dimmed'}>
        {asterisk.deployed ? 'Deployed' : asterisk.deployedAt ? 'Earlier sound' : 'Not deployed'}
      </Text>
    ),
  },
  {
    key: 'used',
    title: 'Used by',
    width: 160,
    hideBelow: 'md',
    render: ({ usedBy }) => (
      <Text size="sm" truncate c={usedBy.length === 0 ? 'dimmed' : undefined}>
        {usedBy.length === 0 ? 'Nothing yet' : usedBy.map(({ name }) => name).join(', ')}
      </Text>
    ),
  },
];

function useChosen(rows: readonly PromptRecording[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = (rows ?? []).filter(({ id }) => ids.has(id)).slice(0, promptLimits.bulk);
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  const column: Column<PromptRecording> = {
    key: 'choose',
    title: (
      <Checkbox
        size="xs"
        aria-label="Select all"
        checked={chosen.length > 0 && chosen.length === rows?.length}
        indeterminate={chosen.length > 0 && chosen.length !== rows?.length}
        onChange={({ currentTarget }) =>
          setIds(new Set(currentTarget.checked ? rows?.map(({ id }) => id) : []))
        }
      />
    ),
    width: 44,
    controls: true,
    render: ({ id, name }) => (
      <Checkbox size="xs" aria-label={`Select ${name}`} checked={ids.has(id)} onChange={() => toggle(id)} />
    ),
  };
  return { chosen, column, clear: () => setIds(new Set()) };
}

/** Greetings and announcements that callers hear. Admins make them. */
export default function RecordingsPage() {
  const mayEdit = useMay()('prompts.edit');
  const mayConnect = useMay()('prompts.manage');
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(inAddress);
  const { search, status, recording: opened } = filters;
  const [areVoicesOpen, openVoices] = useState(false);
  const list = useQuery(
    query.recordings.list.queryOptions({
      input: given({ search, status }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.recordings.some((one) => one.status === 'generating') ? askAgainMs : false,
    }),
  );
  const rows = list.data?.recordings;
  const { chosen, column, clear } = useChosen(rows);
  const open = (id: string | null) => setFilters({ recording: id });
  const add = mayEdit && (
    <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => open('new')}>
      Add recording
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Recordings"
        description="Greetings and announcements that callers hear."
        actions={
          <Group gap={8}>
            {mayConnect && (
              <Button
                variant="default"
                leftSection={<IconVolume size={17} />}
                onClick={() => openVoices(true)}
              >
                Voices
              </Button>
            )}
            {add}
          </Group>
        }
      />
      {chosen.length > 0 ? (
        <ChosenBar chosen={chosen} onClear={clear} />
      ) : (
        <Toolbar>
          <SearchField
            aria-label="Search recordings"
            placeholder="Search by name, text or tag"
            value={search}
            onSearch={(text) => setFilters({ search: text })}
          />
          <FilterSelect
            aria-label="State"
            placeholder="All states"
            clearLabel="All states"
            w={150}
            data={statuses.map((value) => ({ value, label: promptStatuses[value] }))}
            value={status}
            onChange={(value) => setFilters({ status: value })}
          />
        </Toolbar>
      )}
      <ResourceTable
        of={list}
        failed="The recordings could not be loaded"
        label="Recordings"
        columns={mayEdit ? [column, ...columns] : columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selectedKey={opened}
        onOpen={({ id }) => open(id)}
        empty={
          filtered ? (
            <NoMatch title="No recording matches" onClear={clearFilters}>
              No recording has this name, text or state.
            </NoMatch>
          ) : (
            <EmptyState icon={IconMicrophone} title="No recordings yet" action={add}>
              Write what callers are to hear and have a voice read it, upload a sound, or record one.
            </EmptyState>
          )
        }
      />
      <RecordingPanel
        thing={opened === 'new' ? 'new' : rows?.find(({ id }) => id === opened)}
        readOnly={!mayEdit}
        onClose={() => open(null)}
        onAdded={open}
      />
      <VoicesPanel opened={areVoicesOpen} onClose={() => openVoices(false)} />
    </>
  );
}

interface ChosenBarProps {
  chosen: readonly PromptRecording[];
  onClear: () => void;
}

/** What can be done to the recordings that are chosen. */
function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const refresh = useRefresh(query.recordings);
  const removal = useQuestion<number>();
  const count = `${chosen.length} ${chosen.length === 1 ? 'recording' : 'recordings'}`;
  const act = useMutation({
    mutationFn: (action: Action) => api.recordings.bulk({ action, ids: chosen.map(({ id }) => id) }),
    onSuccess: async (answer) => {
      await refresh();
      const { text, isGood } = bulkSentence(answer);
      if (isGood) toast.success(text);
      else toast.error(new Error(text));
    },
    onError: (error) => toast.error(error),
  });
  return (
    <>
      <BulkBar
        label="Recordings that are selected"
        status={`${count} selected`}
        busy={act.isPending}
        onClear={onClear}
      >
        {(['generate', 'deploy', 'activate', 'deactivate'] as const).map((action) => (
          <BulkAction key={action} data-changes disabled={act.isPending} onClick={() => act.mutate(action)}>
            {bulkActions[action]}
          </BulkAction>
        ))}
        <BulkAction data-changes c="red" disabled={act.isPending} onClick={() => removal.ask(chosen.length)}>
          {bulkActions.delete}
        </BulkAction>
      </BulkBar>
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove ${count}?`}
        confirmLabel="Remove"
        danger
        onConfirm={() => act.mutateAsync('delete')}
      >
        A recording that something plays is not removed. The others cannot be had back.
      </ConfirmDialog>
    </>
  );
}
