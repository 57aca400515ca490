import { Badge, Group, Text } from '@mantine/core';
import { IconUserPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AgentStatusConfig } from '#shared/model/agent-status.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { StatusDot } from '#web/features/agent-status/StatusLabel.tsx';
import { type Column, nameColumn } from '#web/ui/DataTable.tsx';
import { useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { ConfigPanel } from './ConfigPanel.tsx';
import { TimeToday } from './TimeToday.tsx';

function WhoseCell({ isDefault, ingroups, isActive }: AgentStatusConfig) {
  const queues = ingroups.length === 1 ? '1 queue' : `${ingroups.length} queues`;
  const parts = [
    ...(ingroups.length > 0 ? [queues] : []),
    ...(isDefault ? [ingroups.length > 0 ? 'everybody else' : 'Everybody else'] : []),
  ];
  if (!isActive)
    return (
      <Badge variant="light" tt="none" color="gray">
        Not active
      </Badge>
    );
  return <Text size="sm">{parts.join(', ') || 'Nobody yet'}</Text>;
}

const columns: Column<AgentStatusConfig>[] = [
  nameColumn(({ name }) => [name], { width: 220 }),
  {
    key: 'statuses',
    title: 'Statuses',
    hideBelow: 'sm',
    render: ({ statuses }) => (
      <Group gap="4px 14px">
        {statuses.map(({ key, label, color }) => (
          <Group key={key} gap={6} wrap="nowrap">
            <StatusDot color={color} />
            <span>{label}</span>
          </Group>
        ))}
      </Group>
    ),
  },
  {
    key: 'wrapUp',
    title: 'Wrap-up',
    width: 100,
    hideBelow: 'md',
    render: ({ wrapUpSeconds }) => `${wrapUpSeconds} s`,
  },
  { key: 'whose', title: 'For', width: 190, render: (config) => <WhoseCell {...config} /> },
];

/** Which statuses agents choose from, and how long they were in them today. Admins change them. */
export default function StatusesTab() {
  const mayEdit = useMay()('agentStatus.edit');
  const list = useQuery(query.agentStatus.list.queryOptions({ input: {} }));
  return (
    <ResourcePage
      noun="config"
      plural="statuses"
      label="Configs of statuses"
      addLabel="Add statuses"
      address={useResourceAddress('config')}
      mayEdit={mayEdit}
      isReadable
      of={list}
      rows={list.data?.configs}
      columns={columns}
      nameOf={({ name }) => name}
      empty={{
        icon: IconUserPause,
        title: 'Everybody has the usual statuses',
        words:
          'Agents choose between Available, Break, Lunch, Meeting and Training, with a wrap-up of 30 s. Add others for the agents of a queue, or for everybody.',
      }}
      remove={{
        work: ({ id }) => api.agentStatus.remove({ id }),
        words: 'Its agents have the statuses of another queue of theirs then, or those of everybody else.',
        stale: [query.agentStatus],
      }}
    >
      {(thing, onClose) => (
        <>
          <TimeToday />
          <ConfigPanel thing={thing} readOnly={!mayEdit} onClose={onClose} />
        </>
      )}
    </ResourcePage>
  );
}
