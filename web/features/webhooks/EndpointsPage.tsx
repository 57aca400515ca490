import { Alert, Badge, Button, Menu, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#shared/model/webhook-endpoint.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { EndpointForm } from './EndpointForm.tsx';
import { SendingsPanel } from './SendingsPanel.tsx';
import { useRefreshWebhooks } from './useWebhooks.ts';

const switchedOffByHand = ({ active, disabledReason }: Endpoint) =>
  !active && Boolean(disabledReason?.startsWith('Switched off by hand'));

const state = (endpoint: Endpoint) =>
  endpoint.active
    ? endpoint.failures > 0
      ? { label: 'Failing', color: 'amber' }
      : { label: 'On', color: 'green' }
    : { label: switchedOffByHand(endpoint) ? 'Off' : 'Switched off', color: 'red' };

const endpointFilters = { endpoint: field.panel };

/** Addresses of other systems that are told what happens here. */
export default function EndpointsPage() {
  const mayManage = useMay()('endpoints.manage');
  const refresh = useRefreshWebhooks();
  const { filters, setFilters } = useAddressFilters(endpointFilters);
  const [editing, setEditing] = useState<Endpoint | 'new' | null>(null);
  const removal = useQuestion<Endpoint>();
  const list = useQuery(
    query.webhooks.listEndpoints.queryOptions({
      input: {},
      refetchInterval: usePollInterval('webhooks', 15_000),
    }),
  );
  const all = list.data?.endpoints;
  const off = all?.filter((one) => !one.active && !switchedOffByHand(one));

  async function act(work: () => Promise<unknown>, told: string) {
    try {
      await work();
      await refresh();
      toast.success(told);
    } catch (error) {
      toast.error(error);
    }
  }
  const enable = (one: Endpoint) =>
    act(() => api.webhooks.enableEndpoint({ id: one.id }), `“${one.name}” is told again`);

  const columns: Column<Endpoint>[] = [
    {
      key: 'name',
      title: 'Name',
      render: ({ name, url }) => (
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550} lineClamp={1}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {url}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'events',
      title: 'Is told of',
      width: 200,
      hideBelow: 'md',
      render: ({ events }) =>
        events.length === 0 ? (
          <span className="db-dim">What journeys send it</span>
        ) : (
          <span
            title={events.join(', ')}
          >{`${events.length} kind${events.length === 1 ? '' : 's'} of event`}</span>
        ),
    },
    {
      key: 'last',
      title: 'Last attempt',
      width: 150,
      hideBelow: 'sm',
      render: ({ lastAttemptAt }) =>
        lastAttemptAt ? <RelativeTime at={lastAttemptAt} /> : <span className="db-dim">Never</span>,
    },
    {
      key: 'state',
      title: 'State',
      width: 120,
      render: (one) => (
        <Badge variant="light" tt="none" color={state(one).color} title={one.disabledReason ?? undefined}>
          {state(one).label}
        </Badge>
      ),
    },
    menuColumn(
      (one) =>
        mayManage && (
          <RowMenu name={one.name}>
            <Menu.Item data-changes leftSection={<IconPencil size={16} />} onClick={() => setEditing(one)}>
              Edit
            </Menu.Item>
            <Menu.Item
              data-changes
              leftSection={<IconSend size={16} />}
              disabled={!one.active}
              onClick={() =>
                void act(() => api.webhooks.testEndpoint({ id: one.id }), 'A sample is on its way')
              }
            >
              Send a sample
            </Menu.Item>
            {one.active ? (
              <Menu.Item
                data-changes
                leftSection={<IconPlayerPause size={16} />}
                onClick={() =>
                  void act(
                    () => api.webhooks.disableEndpoint({ id: one.id }),
                    `“${one.name}” is switched off`,
                  )
                }
              >
                Switch off
              </Menu.Item>
            ) : (
              <Menu.Item
                data-changes
                leftSection={<IconPlayerPlay size={16} />}
                onClick={() => void enable(one)}
              >
                Switch on
              </Menu.Item>
            )}
            <RemoveItem onClick={() => removal.ask(one)} />
          </RowMenu>
        ),
    ),
  ];
  const add = mayManage && (
    <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => setEditing('new')}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <BackLink to="/webhooks">Webhooks</BackLink>
      <PageHeader
        title="Outgoing webhooks"
        description="Addresses of other systems that are told what happens here, signed and tried for a day."
        actions={add || undefined}
      />
      {off?.map((one) => (
        <Alert key={one.id} color="red" mb="md" title={`“${one.name}” was switched off`}>
          {one.disabledReason} {one.disabledAt && <RelativeTime at={one.disabledAt} />}
          {mayManage && (
            <div>
              <Button
                data-changes
                size="compact-sm"
                variant="default"
                mt={8}
                onClick={() => void enable(one)}
              >
                Switch on again
              </Button>
            </div>
          )}
        </Alert>
      ))}
      <ResourceTable
        of={list}
        failed="The endpoints could not be loaded"
        label="Outgoing endpoints"
        columns={columns}
        rows={all}
        rowKey={({ id }) => id}
        rowLabel={(one) => `${one.name}, ${state(one).label}`}
        onOpen={({ id }) => setFilters({ endpoint: id })}
        empty={
          <EmptyState icon={IconSend} title="No outgoing webhooks yet" action={add || undefined}>
            An endpoint is an address of another system, such as your CRM. It is told at once when a lead is
            added, a call ends or a message comes in.
          </EmptyState>
        }
      />
      <EndpointForm editing={editing} onClose={() => setEditing(null)} />
      <SendingsPanel
        endpoint={all?.find(({ id }) => id === filters.endpoint)}
        onClose={() => setFilters({ endpoint: null })}
        mayManage={mayManage}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove endpoint"
        danger
        onConfirm={async () => {
          await api.webhooks.removeEndpoint({ id: removal.about!.id });
          await refresh();
          toast.success(`“${removal.about!.name}” was removed`);
        }}
      >
        It is told nothing more. Steps of journeys that name it fail from then on.
      </ConfirmDialog>
    </>
  );
}
