import { Button, Text } from '@mantine/core';
import { IconPhoneOutgoing, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type TransferGroup, transferStrategies } from '#shared/model/transfer-group.ts';
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
import { AvailabilityBadge } from './AvailabilityBadge.tsx';
import { GroupPanel } from './GroupPanel.tsx';

const groupFilters = { search: field.text(), group: field.panel };

const activeOf = ({ numbers }: TransferGroup) => numbers.filter(({ isActive }) => isActive).length;

const columns: Column<TransferGroup>[] = [
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
  {
    key: 'numbers',
    title: 'Numbers',
    width: 130,
    hideBelow: 'sm',
    render: (group) => `${activeOf(group)} of ${group.numbers.length} active`,
  },
  {
    key: 'strategy',
    title: 'Next number',
    width: 250,
    hideBelow: 'md',
    render: ({ strategy }) => transferStrategies[strategy],
  },
  { key: 'now', title: 'Now', width: 150, render: ({ id }) => <AvailabilityBadge groupId={id} /> },
];

/** Groups of numbers that take answered calls of journeys and diallers. Admins change them. */
export default function TransferGroupsPage() {
  const mayEdit = useMay()('transferGroups.edit');
  const { filters, setFilters, clearFilters } = useAddressFilters(groupFilters);
  const { search, group } = filters;
  const client = useQueryClient();
  const removal = useQuestion<TransferGroup>();
  const list = useQuery(
    query.transferGroups.list.queryOptions({ input: given({ search }), placeholderData: keepPreviousData }),
  );
  const groups = list.data?.groups;
  const add = (
    <Button
      data-changes
      disabled={!mayEdit}
      leftSection={<IconPlus size={17} />}
      onClick={() => setFilters({ group: 'new' })}
    >
      Add group
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Transfer groups"
        description="Numbers that take answered calls: journeys and diallers draw the next one that is free."
        actions={mayEdit && add}
      />
      <Toolbar>
        <SearchField
          aria-label="Search transfer groups"
          placeholder="Search by name or number"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The transfer groups could not be loaded"
        label="Transfer groups"
        columns={[
          ...columns,
          ...(mayEdit
            ? [
                menuColumn((one: TransferGroup) => (
                  <RowMenu name={one.name}>
                    <EditItem onClick={() => setFilters({ group: one.id })} />
                    <RemoveItem onClick={() => removal.ask(one)} />
                  </RowMenu>
                )),
              ]
            : []),
        ]}
        rows={groups}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selectedKey={group}
        onOpen={({ id }) => setFilters({ group: id })}
        empty={
          search ? (
            <NoMatch title="No group matches" onClear={clearFilters}>
              No transfer group has this name or number.
            </NoMatch>
          ) : (
            <EmptyState icon={IconPhoneOutgoing} title="No transfer groups yet" action={mayEdit && add}>
              A group is a list of numbers with hours. A journey’s call step puts answered calls through to
              the one whose turn it is.
            </EmptyState>
          )
        }
      />
      <GroupPanel
        group={group === 'new' ? 'new' : groups?.find(({ id }) => id === group)}
        readOnly={!mayEdit}
        onClose={() => setFilters({ group: null })}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.transferGroups.remove({ id: removal.about!.id });
          await client.invalidateQueries({ queryKey: query.transferGroups.key() });
          toast.success(`“${removal.about!.name}” is removed`);
        }}
      >
        Call steps of journeys that use it fail from now on, until another group is chosen there.
      </ConfirmDialog>
    </>
  );
}
