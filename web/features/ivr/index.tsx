import { Group, Kbd, Text } from '@mantine/core';
import { IconDialpad } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ShownIvrMenu } from '#shared/model/ivr.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Column, nameColumn } from '#web/ui/DataTable.tsx';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { MenuPanel } from './MenuPanel.tsx';

const columns: Column<ShownIvrMenu>[] = [
  nameColumn(({ name, description, prompt }) => [name, description || prompt]),
  {
    key: 'keys',
    title: 'Keys',
    width: 260,
    hideBelow: 'sm',
    render: ({ options }) =>
      options.length === 0 ? (
        'None'
      ) : (
        <Group gap={4}>
          {options.map(({ digit }) => (
            <Kbd key={digit}>{digit}</Kbd>
          ))}
        </Group>
      ),
  },
  { key: 'voice', title: 'Voice', width: 110, hideBelow: 'md', render: ({ voice }) => voice },
  {
    key: 'used',
    title: 'Used by',
    width: 150,
    hideBelow: 'sm',
    render: ({ usedBy }) => (
      <Text size="sm" truncate c={usedBy.length === 0 ? 'dimmed' : undefined}>
        {usedBy.length === 0 ? 'No plan yet' : usedBy.map(({ name }) => name).join(', ')}
      </Text>
    ),
  },
];

/** Menus that callers choose from by their keys; dial plans play them. Admins change them. */
export default function IvrPage() {
  const mayEdit = useMay()('ivr.edit');
  const address = useResourceAddress('menu');
  const list = useQuery(
    query.ivr.list.queryOptions({
      input: given({ search: address.search }),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <ResourcePage
      title="IVR menus"
      description="What callers hear, and what the keys of their phone do."
      noun="menu"
      plural="IVR menus"
      address={address}
      mayEdit={mayEdit}
      isReadable
      of={list}
      rows={list.data?.menus}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ placeholder: 'Search by name or prompt', none: 'No IVR menu has this name or prompt.' }}
      empty={{
        icon: IconDialpad,
        words: 'A menu is read to callers, who choose by a key: sales, support, an extension.',
      }}
      remove={{
        work: ({ id }) => api.ivr.remove({ id }),
        words: 'A menu that a dial plan uses is not removed.',
        stale: [query.ivr],
      }}
    >
      {(thing, onClose) => <MenuPanel thing={thing} readOnly={!mayEdit} onClose={onClose} />}
    </ResourcePage>
  );
}
