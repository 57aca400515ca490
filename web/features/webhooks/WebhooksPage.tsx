import { Button, CopyButton, Menu, Stack, Switch, Text } from '@mantine/core';
import { IconLink, IconList, IconPencil, IconPlus, IconSend, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type WebhookSummary, webhookTypes } from '#shared/model/webhook.ts';
import { mayDo } from '#web/app/access.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useSignedIn } from '#web/app/session.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterChips } from '#web/ui/FilterChips.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { SuccessBar } from './SuccessBar.tsx';
import { useRefreshWebhooks } from './useWebhooks.ts';
import { typeWords } from './words.ts';

const webhookFilters = { search: field.text(), type: field.oneOf(webhookTypes) };

/** Every inbound webhook: what it does, when something came last, and how it went. */
export function WebhooksPage() {
  const navigate = useNavigate();
  const refresh = useRefreshWebhooks();
  const mayRemove = mayDo('webhooks.delete', useSignedIn().user);
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(webhookFilters);
  const { search, type } = filters;
  const removal = useQuestion<WebhookSummary>();
  const [switching, setSwitching] = useState<string>();
  const list = useQuery(
    query.webhooks.list.queryOptions({ input: {}, refetchInterval: usePollInterval('webhooks', 15_000) }),
  );
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
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550} lineClamp={2}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {description || `${brand}, ${source}`}
          </Text>
        </Stack>
      ),
    },
    stateColumn(({ webhookType }) => typeWords[webhookType], { key: 'type', title: 'Type', width: 90 }),
    { key: 'brand', title: 'Brand', width: 140, hideBelow: 'md', render: ({ brand }) => brand },
    { key: 'source', title: 'Source', width: 140, hideBelow: 'md', render: ({ source }) => source },
    {
      key: 'last',
      title: 'Last delivery',
      width: 130,
      hideBelow: 'sm',
      render: ({ lastDeliveryAt }) =>
        lastDeliveryAt ? <RelativeTime at={lastDeliveryAt} /> : <span className="db-dim">Never</span>,
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
    menuColumn((webhook) => (
      <RowMenu name={webhook.name}>
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
        {mayRemove && <RemoveItem onClick={() => removal.ask(webhook)} />}
      </RowMenu>
    )),
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
        <Toolbar mt={16}>
          <SearchField
            aria-label="Search webhooks"
            placeholder="Search by name, brand or source"
            value={search}
            onSearch={(text) => setFilters({ search: text })}
          />
          <FilterChips
            label="Type"
            options={webhookTypes.map((value) => ({ value, label: typeWords[value].label }))}
            value={type}
            onChange={(next) => setFilters({ type: next })}
          />
        </Toolbar>
      )}
      <ResourceTable
        of={list}
        failed="The webhooks could not be loaded"
        label="Webhooks"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        rowLabel={({ name, webhookType }) => `${name}, ${typeWords[webhookType].label}`}
        onOpen={({ id }) => void navigate(`/webhooks/${id}`)}
        empty={
          filtered ? (
            <NoMatch title="No webhook matches" onClear={clearFilters} clearLabel="Show all webhooks">
              No webhook has these words and this type.
            </NoMatch>
          ) : (
            <EmptyState icon={IconWebhook} title="No webhooks yet" action={add}>
              A webhook is an address that a website, a form or another system posts leads to. Each lead is
              worked within seconds, day and night.
            </EmptyState>
          )
        }
      />
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove “${removal.about?.name}”?`}
        confirmLabel="Remove webhook"
        danger
        onConfirm={async () => {
          await api.webhooks.remove({ id: removal.about!.id });
          await refresh();
          toast.success(`“${removal.about!.name}” was removed`);
        }}
      >
        Its address answers nobody from then on. Leads that came by it stay. To keep the address for later,
        switch it off instead.
      </ConfirmDialog>
    </>
  );
}
