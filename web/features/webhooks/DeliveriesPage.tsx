import { Alert, Badge, Button, Collapse, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconInbox,
  IconPencil,
  IconPlayerPause,
  IconSearch,
  IconTerminal2,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Delivery, deliveryStatuses } from '#shared/model/webhook.ts';
import { samplePayload } from '#shared/model/webhook-sample.ts';
import { query } from '#web/app/api.ts';
import { useAddress } from '#web/app/useAddress.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { More } from '#web/ui/More.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { CopyField } from './CopyField.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import styles from './webhooks.module.css';
import { curlOf, sizeWords, statusWords, typeWords } from './words.ts';

/** How long ago, as the list's filter offers it; hours. */
const periods = { '24': 'Last 24 hours', '168': 'Last 7 days', '720': 'Last 30 days' };

const columns: Column<Delivery>[] = [
  {
    key: 'status',
    title: 'Outcome',
    width: 130,
    render: ({ status }) => (
      <Badge variant="light" tt="none" color={statusWords[status].color}>
        {statusWords[status].label}
      </Badge>
    ),
  },
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
          {failed > 0 && <span className={styles.dim}>{`, ${failed.toLocaleString()} failed`}</span>}
          {status === 'received' && rows > 1 && (
            <span className={styles.dim}>{`, ${(succeeded + failed).toLocaleString()} done`}</span>
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
  const [params, set, clear] = useAddress();
  const [typed, setTyped] = useState(params.get('search') ?? '');
  const [showsCurl, curl] = useDisclosure(false);
  const webhook = useQuery(query.webhooks.get.queryOptions({ input: { id: webhookId } }));
  const status = deliveryStatuses.find((one) => one === params.get('status'));
  const search = params.get('search') ?? '';
  const hours = Object.keys(periods).find((one) => one === params.get('hours'));
  const openId = params.get('delivery');
  const later = useDebouncedCallback((text: string) => set({ search: text.trim() }), 300);
  const list = useInfiniteQuery(
    query.webhooks.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: webhookId,
        limit: 50,
        ...(cursor ? { cursor } : {}),
        ...(status ? { status } : {}),
        ...(search ? { search } : {}),
        ...(hours
          ? {
              from: new Date(Date.now() - Number(hours) * 3_600_000)
                .toISOString()
                .slice(0, 14)
                .concat('00:00Z'),
            }
          : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      refetchInterval: 5_000,
    }),
  );
  const rows = list.data?.pages.flatMap(({ deliveries }) => deliveries);
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
  const filtered = Boolean(status || search || hours);
  const sample = samplePayload(data.webhookType, data.fieldMapping);
  return (
    <>
      <Link to="/webhooks" className={styles.back}>
        <IconChevronLeft size={16} /> Webhooks
      </Link>
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
      <Group gap="10px 16px" my={16}>
        <TextInput
          flex="0 1 340px"
          miw="min(100%, 240px)"
          aria-label="Search deliveries"
          placeholder="A phone number or an e-mail address"
          leftSection={<IconSearch size={16} />}
          maxLength={254}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            later(event.currentTarget.value);
          }}
        />
        <Select
          aria-label="Outcome"
          placeholder="Any outcome"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the outcome' }}
          w={160}
          data={deliveryStatuses.map((value) => ({ value, label: statusWords[value].label }))}
          value={status ?? null}
          onChange={(next) => set({ status: next })}
        />
        <Select
          aria-label="Time"
          placeholder="Any time"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the time' }}
          w={160}
          data={Object.entries(periods).map(([value, label]) => ({ value, label }))}
          value={hours ?? null}
          onChange={(next) => set({ hours: next })}
        />
      </Group>
      {list.error && !rows ? (
        <ErrorState
          title="The deliveries could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <DataTable
          label="Deliveries"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ status: one, rows: leads }) => `${statusWords[one].label}, ${leads} leads`}
          selectedKey={openId}
          onOpen={({ id }) => set({ delivery: id }, { push: true })}
          empty={
            filtered ? (
              <EmptyState
                icon={IconSearch}
                title="No delivery matches"
                action={
                  <Button
                    variant="default"
                    onClick={() => {
                      setTyped('');
                      clear();
                    }}
                  >
                    Show all deliveries
                  </Button>
                }
              >
                Phones and e-mail addresses are looked for whole.
              </EmptyState>
            ) : (
              <EmptyState icon={IconInbox} title="Nothing has come in yet">
                What senders post to the address above stands here for 90 days, with what became of it.
              </EmptyState>
            )
          }
        />
      )}
      <More of={list} />
      <DeliveryPanel
        webhookId={webhookId}
        deliveryId={openId}
        onClose={() => set({ delivery: null }, { push: true })}
        onOpen={(id) => set({ delivery: id }, { push: true })}
      />
    </>
  );
}
