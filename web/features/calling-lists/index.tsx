import { IconListNumbers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CallingList, diallingModes } from '#shared/model/calling-list.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { activeState, type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { ListPanel } from './ListPanel.tsx';
import { ListProgress } from './ListProgress.tsx';

const columns: Column<CallingList>[] = [
  nameColumn(({ name, description }) => [name, description]),
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
    width: 150,
    hideBelow: 'md',
    render: ({ agentIds, groupIds }) =>
      [
        agentIds.length > 0 && `${agentIds.length} ${agentIds.length === 1 ? 'agent' : 'agents'}`,
        groupIds.length > 0 && `${groupIds.length} ${groupIds.length === 1 ? 'group' : 'groups'}`,
      ]
        .filter(Boolean)
        .join(', ') || 'Everybody',
  },
  stateColumn(activeState, { hideBelow: 'sm' }),
];

/** Lists of leads that agents call one after another. Admins change them. */
export default function CallingListsPage() {
  const mayEdit = useMay()('callingLists.edit');
  const address = useResourceAddress('list');
  const list = useQuery(
    query.callingLists.list.queryOptions({
      input: given({ search: address.search }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <ResourcePage
      title="Calling lists"
      description="Leads that agents call one after another, each lead with one agent at a time."
      noun="list"
      plural="calling lists"
      address={address}
      mayEdit={mayEdit}
      of={list}
      rows={list.data?.lists}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ placeholder: 'Search by name', none: 'No calling list has this name.' }}
      empty={{
        icon: IconListNumbers,
        words:
          'A list gives each agent the next lead that may be called now, and calls those again that were not reached.',
      }}
      remove={{
        work: ({ id }) => api.callingLists.remove({ id }),
        words: 'Its leads stay as they are. Calls that were promised from it are not kept.',
        stale: [query.callingLists],
      }}
    >
      {(thing, onClose) => mayEdit && <ListPanel list={thing} onClose={onClose} />}
    </ResourcePage>
  );
}
