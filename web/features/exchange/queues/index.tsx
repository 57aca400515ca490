import { Button, Group, Text } from '@mantine/core';
import { IconMusic, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Queue, queueStrategyLabels } from '#shared/model/queue.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { EditItem, menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { LeadingHere } from '../numbers/LeadingHere.tsx';
import { MusicPanel } from './MusicPanel.tsx';
import { QueueForm } from './QueueForm.tsx';
import { QueuePanel } from './QueuePanel.tsx';

const queueFilters = { search: field.text(), queue: field.panel, edit: field.panel, music: field.panel };

/** Those who are offered calls now, of all who are in it. */
const readyOf = ({ members }: Queue) =>
  members.filter(({ paused, status }) => !paused && status === 'available').length;

const columns: Column<Queue>[] = [
  {
    key: 'number',
    title: 'Number',
    width: 100,
    render: ({ number }) => <span className="db-figures">{number}</span>,
  },
  {
    key: 'name',
    title: 'Name',
    render: ({ name }) => (
      <Text size="sm" fw={550} truncate>
        {name}
      </Text>
    ),
  },
  {
    key: 'strategy',
    title: 'Who is called',
    hideBelow: 'md',
    render: ({ strategy }) => queueStrategyLabels[strategy],
  },
  {
    key: 'members',
    title: 'Members',
    width: 150,
    render: (queue) => `${readyOf(queue)} of ${queue.members.length} free`,
  },
];

/** The queues of the exchange: who takes their calls, and what became of callers. Admins change them. */
export default function QueuesTab() {
  const mayEdit = useMay()('queues.edit');
  const { filters, setFilters, clearFilters } = useAddressFilters(queueFilters);
  const { search, queue, edit, music } = filters;
  const client = useQueryClient();
  const removal = useQuestion<Queue>();
  const list = useQuery(
    query.pbx.listQueues.queryOptions({ input: given({ search }), placeholderData: keepPreviousData }),
  );
  const queues = list.data?.queues;
  const find = (wanted: string | null) => queues?.find(({ id }) => id === wanted);
  const openForm = (id: string) => setFilters({ edit: id, queue: null });
  const add = mayEdit && (
    <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => openForm('new')}>
      Add queue
    </Button>
  );
  const menu = menuColumn((one: Queue) => (
    <RowMenu name={one.name}>
      <EditItem onClick={() => openForm(one.id)} />
      <RemoveItem onClick={() => removal.ask(one)} />
    </RowMenu>
  ));
  return (
    <>
      <Toolbar justify="space-between">
        <SearchField
          aria-label="Search queues"
          placeholder="Search by number or name"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconMusic size={17} />}
            onClick={() => setFilters({ music: 'own' })}
          >
            Music
          </Button>
          {Boolean(queues?.length || search) && add}
        </Group>
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The queues could not be loaded"
        label="Queues"
        columns={mayEdit ? [...columns, menu] : columns}
        rows={queues}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selectedKey={queue}
        onOpen={({ id }) => setFilters({ queue: id })}
        empty={
          search ? (
            <NoMatch title="No queue matches" onClear={clearFilters}>
              No queue has this number or name.
            </NoMatch>
          ) : (
            <EmptyState icon={IconUsersGroup} title="No queues yet" action={add}>
              In a queue callers wait for the first of its members who is free.
            </EmptyState>
          )
        }
      />
      <MusicPanel opened={music === 'own'} onClose={() => setFilters({ music: null })} />
      <QueuePanel
        queue={find(queue)}
        onClose={() => setFilters({ queue: null })}
        onEdit={mayEdit ? ({ id }) => openForm(id) : undefined}
      />
      {mayEdit && (
        <QueueForm queue={edit === 'new' ? 'new' : find(edit)} onClose={() => setFilters({ edit: null })} />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.pbx.removeQueue({ id: removal.about!.id });
          await Promise.all([
            client.invalidateQueries({ queryKey: query.pbx.key() }),
            client.invalidateQueries({ queryKey: query.agentStatus.key() }),
            client.invalidateQueries({ queryKey: query.dids.key() }),
          ]);
          toast.success(`“${removal.about!.name}” is removed`);
        }}
      >
        Whoever waits in it is let go, and its number can be given to something else.
        <LeadingHere targetId={removal.about?.id} />
      </ConfirmDialog>
    </>
  );
}
