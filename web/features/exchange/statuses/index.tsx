import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconUserPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgentStatusConfig } from '#shared/model/agent-status.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { StatusDot } from '#web/features/agent-status/StatusLabel.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { EditItem, menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { ConfigPanel } from './ConfigPanel.tsx';
import { TimeToday } from './TimeToday.tsx';

const configFilters = { config: field.panel };

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
  {
    key: 'name',
    title: 'Name',
    width: 220,
    render: ({ name }) => (
      <Text size="sm" fw={550} truncate>
        {name}
      </Text>
    ),
  },
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
  const { filters, setFilters } = useAddressFilters(configFilters);
  const { config } = filters;
  const client = useQueryClient();
  const removal = useQuestion<AgentStatusConfig>();
  const list = useQuery(query.agentStatus.list.queryOptions({ input: {} }));
  const configs = list.data?.configs;
  const add = (
    <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => setFilters({ config: 'new' })}>
      Add statuses
    </Button>
  );
  const menu = menuColumn((one: AgentStatusConfig) => (
    <RowMenu name={one.name}>
      <EditItem onClick={() => setFilters({ config: one.id })} />
      <RemoveItem onClick={() => removal.ask(one)} />
    </RowMenu>
  ));
  return (
    <>
      {mayEdit && Boolean(configs?.length) && <Toolbar justify="flex-end">{add}</Toolbar>}
      <ResourceTable
        of={list}
        failed="The statuses could not be loaded"
        label="Configs of statuses"
        columns={mayEdit ? [...columns, menu] : columns}
        rows={configs}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        selectedKey={config}
        onOpen={({ id }) => setFilters({ config: id })}
        empty={
          <EmptyState icon={IconUserPause} title="Everybody has the usual statuses" action={mayEdit && add}>
            Agents choose between Available, Break, Lunch, Meeting and Training, with a wrap-up of 30 s. Add
            others for the agents of a queue, or for everybody.
          </EmptyState>
        }
      />
      <TimeToday />
      <ConfigPanel
        config={config === 'new' ? 'new' : configs?.find(({ id }) => id === config)}
        readOnly={!mayEdit}
        onClose={() => setFilters({ config: null })}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.agentStatus.remove({ id: removal.about!.id });
          await client.invalidateQueries({ queryKey: query.agentStatus.key() });
          toast.success(`“${removal.about!.name}” is removed`);
        }}
      >
        Its agents have the statuses of another queue of theirs then, or those of everybody else.
      </ConfirmDialog>
    </>
  );
}
