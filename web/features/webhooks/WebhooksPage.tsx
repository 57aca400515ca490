import { ActionIcon, Badge, Button, CopyButton, Group, Menu, Switch, Text, TextInput } from '@mantine/core';
import {
  IconDots,
  IconLink,
  IconList,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type WebhookSummary, webhookTypes } from '#shared/model/webhook.ts';
import { mayDo } from '#web/app/access.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { toast } from '#web/ui/toast.ts';
import { SuccessBar } from './SuccessBar.tsx';
import { useRefreshWebhooks } from './useWebhooks.ts';
import styles from './webhooks.module.css';
import { typeWords } from './words.ts';

/** Every inbound webhook: what it does, when something came last, and how it went. */
export function WebhooksPage() {
  const navigate = useNavigate();
  const refresh = useRefreshWebhooks();
  const mayRemove = mayDo('webhooks.delete', useSignedIn().user);
  const [params, set, clear] = useAddress();
  const [removing, setRemoving] = useState<WebhookSummary>();
  const [asked, setAsked] = useState(false);
  const [switching, setSwitching] = useState<string>();
  const list = useQuery(query.webhooks.list.queryOptions({ input: {}, refetchInterval: 15_000 }));
  const type = webhookTypes.find((one) => one === params.get('type'));
  const search = params.get('search') ?? '';
  const all = list.data?.webhooks;
  const shown = all?.filter(
    (one) =>
      (!type || one.webhookType === type) &&
      `${one.name} ${one.brand} ${one.source}`.toLowerCase().includes(search.toLowerCase()),
  );

  async function turn(webhook: WebhookSummary, active: boolean) {
    setSwitching(webhook.id);
    try {
      await api.webhooks.update({ id: webhook.id, active });
      await refresh();
      toast.success(active ? `“${webhook.name}” takes leads` : `“${webhook.name}” is switched off`);
    } catch (error) {
      toast.error(error);
    } finally {
      setSwitching(undefined);
    }
  }

  const columns: Column<WebhookSummary>[] = [
    {
      key: 'name',
      title: 'Name',
      render: ({ name, description, brand, source }) => (
        <div className={styles.words}>
          <Text size="sm" fw={550} lineClamp={2}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {description || `${brand}, ${source}`}
          </Text>
        </div>
      ),
    },
    {
      key: 'type',
      title: 'Type',
      width: 90,
      render: ({ webhookType }) => (
        <Badge variant="light" tt="none" color={typeWords[webhookType].color}>
          {typeWords[webhookType].label}
        </Badge>
      ),
    },
    { key: 'brand', title: 'Brand', width: 140, hideBelow: 'md', render: ({ brand }) => brand },
    { key: 'source', title: 'Source', width: 140, hideBelow: 'md', render: ({ source }) => source },
    {
      key: 'last',
      title: 'Last delivery',
      width: 130,
      hideBelow: 'sm',
      render: ({ lastDeliveryAt }) =>
        lastDeliveryAt ? <RelativeTime at={lastDeliveryAt} /> : <span className={styles.dim}>Never</span>,
    },
    {
      key: 'success',
      title: 'Seven days',
      width: 150,
      hideBelow: 'sm',
      render: ({ days }) => <SuccessBar days={days} />,
    },
    {
      key: 'on',
      controls: true,
      title: 'On',
      width: 70,
      render: (webhook) => (
        <Switch
          data-changes
          aria-label={`${webhook.name} takes leads`}
          checked={webhook.active}
          disabled={switching === webhook.id}
          onChange={(event) => void turn(webhook, event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'menu',
      controls: true,
      title: <span className="db-visually-hidden">Actions</span>,
      width: 56,
      render: (webhook) => (
        <Menu position="bottom-end" width={190}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${webhook.name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={`/webhooks/${webhook.id}`} leftSection={<IconList size={16} />}>
              Deliveries
            </Menu.Item>
            <Menu.Item
              data-changes
              component={Link}
              to={`/webhooks/${webhook.id}/edit`}
              leftSection={<IconPencil size={16} />}
            >
              Edit
            </Menu.Item>
            <CopyButton value={webhook.url}>
              {({ copy }) => (
                <Menu.Item
                  leftSection={<IconLink size={16} />}
                  onClick={() => {
                    copy();
                    toast.success('The address is copied');
                  }}
                >
                  Copy address
                </Menu.Item>
              )}
            </CopyButton>
            {mayRemove && (
              <Menu.Item
                data-changes
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => {
                  setRemoving(webhook);
                  setAsked(true);
                }}
              >
                Remove
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
  const add = (
    <Button data-changes component={Link} to="/webhooks/new" leftSection={<IconPlus size={17} />}>
      Add webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Addresses that other systems send leads to, and what happens with them."
        actions={
          <>
            <Button
              component={Link}
              to="/webhooks/endpoints"
              variant="default"
              leftSection={<IconSend size={16} />}
            >
              Outgoing
            </Button>
            {add}
          </>
        }
      />
      {(all?.length ?? 0) > 0 && (
        <Group gap="10px 16px" my={16}>
          <TextInput
            flex="0 1 340px"
            miw="min(100%, 240px)"
            aria-label="Search webhooks"
            placeholder="Search by name, brand or source"
            leftSection={<IconSearch size={16} />}
            maxLength={100}
            value={search}
            onChange={(event) => set({ search: event.currentTarget.value })}
          />
          <FilterChips
            label="Type"
            options={webhookTypes.map((value) => ({ value, label: typeWords[value].label }))}
            value={type}
            onChange={(next) => set({ type: next })}
          />
        </Group>
      )}
      {list.error && !all ? (
        <ErrorState
          title="The webhooks could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <DataTable
          label="Webhooks"
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
          rowLabel={({ name, webhookType }) => `${name}, ${typeWords[webhookType].label}`}
          onOpen={({ id }) => void navigate(`/webhooks/${id}`)}
          empty={
            search || type ? (
              <EmptyState
                icon={IconSearch}
                title="No webhook matches"
                action={
                  <Button variant="default" onClick={clear}>
                    Show all webhooks
                  </Button>
                }
              >
                No webhook has these words and this type.
              </EmptyState>
            ) : (
              <EmptyState icon={IconWebhook} title="No webhooks yet" action={add}>
                A webhook is an address that a website, a form or another system posts leads to. Each lead is
                worked within seconds, day and night.
              </EmptyState>
            )
          }
        />
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`Remove “${removing?.name}”?`}
        confirmLabel="Remove webhook"
        danger
        onConfirm={async () => {
          await api.webhooks.remove({ id: removing!.id });
          await refresh();
          toast.success(`“${removing!.name}” was removed`);
        }}
      >
        Its address answers nobody from then on. Leads that came by it stay. To keep the address for later,
        switch it off instead.
      </ConfirmDialog>
    </>
  );
}
