import { Badge, Button, Text } from '@mantine/core';
import { IconListNumbers, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallingList, diallingModes } from '#shared/model/calling-list.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { EditItem, menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { ListPanel } from './ListPanel.tsx';
import { ListProgress } from './ListProgress.tsx';

const listFilters = { search: field.text(), list: field.panel };

const columns: Column<CallingList>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ name, description }) => (
      <>
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {description}
        </Text>
      </>
    ),
  },
  { key: 'progress', title: 'Leads', width: 160, render: ({ id }) => <ListProgress listId={id} /> },
  {
    key: 'mode',
    title: 'Dialling',
    width: 120,
    hideBelow: 'md',
    render: ({ mode }) => diallingModes[mode].label,
  },
  {
    key: 'agents',
    title: 'Agents',
    width: 110,
    hideBelow: 'md',
    render: ({ agentIds }) => (agentIds.length === 0 ? 'Everybody' : agentIds.length),
  },
  {
    key: 'state',
    title: 'State',
    width: 110,
    hideBelow: 'sm',
    render: ({ isActive }) => (
      <Badge variant="light" tt="none" color={isActive ? 'green' : 'gray'}>
        {isActive ? 'Active' : 'Inactive'}
      </Badge>
    ),
  },
];

/** Lists of leads that agents call one after another. Admins change them. */
export default function CallingListsPage() {
  const mayEdit = useMay()('callingLists.edit');
  const { filters, setFilters, clearFilters } = useAddressFilters(listFilters);
  const { search, list: opened } = filters;
  const client = useQueryClient();
  const removal = useQuestion<CallingList>();
  const list = useQuery(
    query.callingLists.list.queryOptions({ input: given({ search }), placeholderData: keepPreviousData }),
  );
  const lists = list.data?.lists;
  const add = (
    <Button
      data-changes
      disabled={!mayEdit}
      leftSection={<IconPlus size={17} />}
      onClick={() => setFilters({ list: 'new' })}
    >
      Add list
    </Button>
  );
  const menu = menuColumn((one: CallingList) => (
    <RowMenu name={one.name}>
      <EditItem onClick={() => setFilters({ list: one.id })} />
      <RemoveItem onClick={() => removal.ask(one)} />
    </RowMenu>
  ));
  return (
    <>
      <PageHeader
        title="Calling lists"
        description="Leads that agents call one after another, each lead with one agent at a time."
        actions={mayEdit && add}
      />
      <Toolbar>
        <SearchField
          aria-label="Search calling lists"
          placeholder="Search by name"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The calling lists could not be loaded"
        label="Calling lists"
        columns={mayEdit ? [...columns, menu] : columns}
        rows={lists}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selectedKey={opened}
        {...(mayEdit ? { onOpen: ({ id }: CallingList) => setFilters({ list: id }) } : {})}
        empty={
          search ? (
            <NoMatch title="No list matches" onClear={clearFilters}>
              No calling list has this name.
            </NoMatch>
          ) : (
            <EmptyState icon={IconListNumbers} title="No calling lists yet" action={mayEdit && add}>
              A list gives each agent the next lead that may be called now, and calls those again that were
              not reached.
            </EmptyState>
          )
        }
      />
      {mayEdit && (
        <ListPanel
          list={opened === 'new' ? 'new' : lists?.find(({ id }) => id === opened)}
          onClose={() => setFilters({ list: null })}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.callingLists.remove({ id: removal.about!.id });
          await client.invalidateQueries({ queryKey: query.callingLists.key() });
          toast.success(`“${removal.about!.name}” is removed`);
        }}
      >
        Its leads stay as they are. Calls that were promised from it are not kept.
      </ConfirmDialog>
    </>
  );
}
