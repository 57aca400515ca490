import { IconScript } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Script } from '#shared/model/script.ts';
import { api, query } from '#web/app/api.ts';
import { type Column, nameColumn } from '#web/ui/DataTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { ScriptPanel } from './ScriptPanel.tsx';

const columns: Column<Script>[] = [
  nameColumn(({ name, description }) => [name, description]),
  { key: 'steps', title: 'Steps', width: 90, render: ({ steps }) => steps.length },
  {
    key: 'changed',
    title: 'Changed',
    width: 150,
    hideBelow: 'sm',
    render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

/** What agents say in calls: scripts of steps, for admins. */
export default function ScriptsPage() {
  const address = useResourceAddress('script');
  const list = useQuery(
    query.scripts.list.queryOptions({
      input: given({ search: address.search }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <ResourcePage
      title="Scripts"
      description="What agents say, step by step, beside the calls of a calling list."
      noun="script"
      plural="scripts"
      address={address}
      mayEdit
      of={list}
      rows={list.data?.scripts}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ placeholder: 'Search by name', none: 'No script has this name.' }}
      empty={{
        icon: IconScript,
        words: 'A script tells agents what to say, and goes on by what the lead answers.',
      }}
      remove={{
        work: ({ id }) => api.scripts.remove({ id }),
        words: 'Calling lists that show it have none then. What was answered stays with the calls.',
        stale: [query.scripts],
      }}
    >
      {(thing, onClose) => <ScriptPanel script={thing} onClose={onClose} />}
    </ResourcePage>
  );
}
