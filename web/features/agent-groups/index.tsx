import { IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AgentGroup } from '#shared/model/agent-group.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { activeState, type Column, nameColumn, stateColumn } from '#web/ui/DataTable.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { GroupPanel } from './GroupPanel.tsx';

const namesOf = ({ agents }: AgentGroup, role: 'member' | 'lead'): string =>
  agents
    .filter((agent) => agent.role === role)
    .map(({ name }) => name)
    .join(', ');

const columns: Column<AgentGroup>[] = [
  nameColumn(({ name, description }) => [name, description]),
  {
    key: 'leads',
    title: 'Led by',
    width: 180,
    hideBelow: 'md',
    render: (group) => namesOf(group, 'lead') || '–',
  },
  {
    key: 'agents',
    title: 'Agents',
    width: 90,
    align: 'end',
    render: ({ agents }) => <span className="db-figures">{agents.length}</span>,
  },
  stateColumn(activeState),
];

/** Agents who work together: leads are dealt out to groups as to people. Admins change them. */
export default function AgentGroupsPage() {
  const mayEdit = useMay()('agentGroups.edit');
  const address = useResourceAddress('group');
  const { search, page } = address;
  const list = useQuery(
    query.agentGroups.list.queryOptions({
      input: { ...given({ search }), page },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <ResourcePage
      title="Groups"
      description="Agents who work together. Leads are dealt out to a group as to one person."
      noun="group"
      plural="groups"
      address={address}
      mayEdit={mayEdit}
      isReadable
      of={list}
      rows={list.data?.groups}
      pagination={list.data?.pagination}
      columns={columns}
      nameOf={({ name }) => name}
      search={{
        placeholder: 'Search by name or description',
        none: 'No group has this name or description.',
      }}
      empty={{
        icon: IconUsersGroup,
        words:
          'A group is a team: those licensed in Texas, the Spanish speakers, the closers. Rules deal out leads to it.',
      }}
      remove={{
        work: ({ id }) => api.agentGroups.remove({ id }),
        words: 'Its agents stay. Rules that name it deal out to the others whom they name.',
        stale: [query.agentGroups, query.leadAssignments],
      }}
    >
      {(thing, onClose) => <GroupPanel thing={thing} readOnly={!mayEdit} onClose={onClose} />}
    </ResourcePage>
  );
}
