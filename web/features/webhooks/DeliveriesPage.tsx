import { Alert, Badge, Button, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInbox, IconPencil, IconPlayerPause, IconTerminal2 } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type Delivery, deliveryStatuses } from '#shared/model/webhook.ts';
import { samplePayload } from '#shared/model/webhook-sample.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { BackLink } from '#web/ui/BackLink.tsx';
import { type Column, stateColumn } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface, Toolbar } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor, field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { FilterSelect } from '#web/ui/resource/filters.tsx';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { CopyField } from './CopyField.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { curlOf, sizeWords, statusWords, typeWords } from './words.ts';

/** How long ago, as the list's filter offers it; hours. */
const periods = { '24': 'Last 24 hours', '168': 'Last 7 days', '720': 'Last 30 days' };

const deliveryFilters = {
  search: field.text(254),
  status: field.oneOf(deliveryStatuses),
  hours: field.oneOf(Object.keys(periods) as (keyof typeof periods)[]),
  delivery: field.panel,
};

const columns: Column<Delivery>[] = [
  stateColumn(({ status }) => statusWords[status], { key: 'status', title: 'Outcome', width: 130 }),
  { key: 'at', title: 'Received', width: 140, render: ({ at }) => <RelativeTime at={at} /> },
  {
    key: 'leads',
    title: 'Leads',
    render: ({ rows, succeeded, failed, error, status }) =>
      status === 'rejected' ? (
        <Text size="sm" lineClamp={1}>
          {error}
        </Text>
      ) : (
        <span className="db-figures">
          {rows.toLocaleString()}
          {failed > 0 && <span className="db-dim">{`, ${failed.toLocaleString()} failed`}</span>}
          {status === 'received' && rows > 1 && (
            <span className="db-dim">{`, ${(succeeded + failed).toLocaleString()} done`}</span>
          )}
        </span>
      ),
  },
  {
    key: 'from',
    title: 'From',
    width: 170,
    hideBelow: 'sm',
    render: ({ address, replayOf }) => (replayOf ? 'Replay' : address),
  },
  {
    key: 'bytes',
    title: 'Size',
    width: 90,
    align: 'end',
    hideBelow: 'md',
    render: ({ bytes }) => <span className="db-figures">{sizeWords(bytes)}</span>,
  },
];

/** What came in by one webhook, its address, and how to try it. */
export default function DeliveriesPage() {
  const { webhookId = '' } = useParams();
  const { filters, setFilters, clearFilters, filtered } = useAddressFilters(deliveryFilters);
  const { search, status, hours, delivery } = filters;
  const [showsCurl, curl] = useDisclosure(false);
  const webhook = useQuery(query.webhooks.get.queryOptions({ input: { id: webhookId } }));
  const list = useInfiniteQuery(
    query.webhooks.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: webhookId,
        limit: 50,
        cursor,
        ...given({ status, search }),
        ...(hours
          ? {
              from: new Date(Date.now() - Number(hours) * 3_600_000)
                .toISOString()
                .slice(0, 14)
                .concat('00:00Z'),
            }
          : {}),
      }),
      ...byCursor,
      refetchInterval: usePollInterval('webhooks', 5_000),
    }),
  );
  const { data } = webhook;
  if (webhook.error)
    return (
      <ErrorState
        title="The webhook could not be loaded"
        error={webhook.error}
        onRetry={() => webhook.refetch()}
      />
    );
  if (!data) return <PageSkeleton />;
  const sample = samplePayload(data.webhookType, data.fieldMapping);
  return (
    <>
      <BackLink to="/webhooks">Webhooks</BackLink>
      <PageHeader
        title={data.name}
        documentTitle={`${data.name}, deliveries`}
        description={`${typeWords[data.webhookType].label}: ${typeWords[data.webhookType].about}. ${data.brand}, ${data.source}.`}
        actions={
          <Button
            data-changes
            component={Link}
            to="edit"
            variant="default"
            leftSection={<IconPencil size={16} />}
          >
            Edit
          </Button>
        }
      />
      {!data.active && (
        <Alert mb="md" color="gray" icon={<IconPlayerPause size={18} />} title="This webhook is switched off">
          Senders are answered with 410. Switch it on in the list of webhooks.
        </Alert>
      )}
      <Surface component="section" p="16px 20px" aria-label="Address">
        <Group justify="space-between" gap="xs" mb={6}>
          <Text fw={600} size="sm">
            Post leads to this address
          </Text>
          <Badge variant="light" color={data.tokenSet || data.signingSecretSet ? 'green' : 'amber'} tt="none">
            {data.signingSecretSet ? 'Signed' : data.tokenSet ? 'Token configured' : 'No authentication'}
          </Badge>
        </Group>
        <CopyField label="Address" value={data.url} />
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          leftSection={<IconTerminal2 size={16} />}
          aria-expanded={showsCurl}
          onClick={curl.toggle}
        >
          {showsCurl ? 'Hide the example' : 'Try it from a terminal'}
        </Button>
        <Collapse expanded={showsCurl}>
          <CopyField
            block
            label="Example"
            value={curlOf(data.url, sample, data.tokenSet ? 'YOUR_TOKEN' : undefined)}
          />
        </Collapse>
      </Surface>
      <Toolbar mt={16}>
        <SearchField
          aria-label="Search deliveries"
          placeholder="A phone number or an e-mail address"
          maxLength={254}
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        <FilterSelect
          aria-label="Outcome"
          placeholder="Any outcome"
          clearLabel="Clear the outcome"
          w={160}
          data={deliveryStatuses.map((value) => ({ value, label: statusWords[value].label }))}
          value={status}
          onChange={(next) => setFilters({ status: next })}
        />
        <FilterSelect
          aria-label="Time"
          placeholder="Any time"
          clearLabel="Clear the time"
          w={160}
          data={Object.entries(periods).map(([value, label]) => ({
            value: value as keyof typeof periods,
            label,
          }))}
          value={hours}
          onChange={(next) => setFilters({ hours: next })}
        />
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The deliveries could not be loaded"
        label="Deliveries"
        columns={columns}
        rows={list.data?.pages.flatMap(({ deliveries }) => deliveries)}
        rowKey={({ id }) => id}
        rowLabel={({ status: one, rows: leads }) => `${statusWords[one].label}, ${leads} leads`}
        selectedKey={delivery}
        onOpen={({ id }) => setFilters({ delivery: id })}
        empty={
          filtered ? (
            <NoMatch title="No delivery matches" onClear={clearFilters} clearLabel="Show all deliveries">
              Phones and e-mail addresses are looked for whole.
            </NoMatch>
          ) : (
            <EmptyState icon={IconInbox} title="Nothing has come in yet">
              What senders post to the address above stands here for 90 days, with what became of it.
            </EmptyState>
          )
        }
      />
      <DeliveryPanel
        webhookId={webhookId}
        deliveryId={delivery}
        onClose={() => setFilters({ delivery: null })}
        onOpen={(id) => setFilters({ delivery: id })}
      />
    </>
  );
}
