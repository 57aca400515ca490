import { IconPhoneOutgoing } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type TransferGroup, transferStrategies } from '#shared/model/transfer-group.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, nameColumn } from '#web/ui/DataTable.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { AvailabilityBadge } from './AvailabilityBadge.tsx';
import { GroupPanel } from './GroupPanel.tsx';

const activeOf = ({ numbers }: TransferGroup) => numbers.filter(({ isActive }) => isActive).length;

const columns: Column<TransferGroup>[] = [
  nameColumn(({ name, description }) => [name, description]),
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
  const address = useResourceAddress('group');
  const list = useQuery(
    query.transferGroups.list.queryOptions({
      input: given({ search: address.search }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <ResourcePage
      title="Transfer groups"
      description="Numbers that take answered calls: journeys and diallers draw the next one that is free."
      noun="group"
      plural="transfer groups"
      address={address}
      mayEdit={mayEdit}
      isReadable
      of={list}
      rows={list.data?.groups}
      columns={columns}
      nameOf={({ name }) => name}
      search={{
        placeholder: 'Search by name or number',
        none: 'No transfer group has this name or number.',
      }}
      empty={{
        icon: IconPhoneOutgoing,
        words:
          'A group is a list of numbers with hours. A journey’s call step puts answered calls through to the one whose turn it is.',
      }}
      remove={{
        work: ({ id }) => api.transferGroups.remove({ id }),
        words: 'Call steps of journeys that use it fail from now on, until another group is chosen there.',
        stale: [query.transferGroups],
      }}
    >
      {(thing, onClose) => <GroupPanel thing={thing} readOnly={!mayEdit} onClose={onClose} />}
    </ResourcePage>
  );
}
