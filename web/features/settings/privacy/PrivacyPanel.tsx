import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type PrivacyRequest, privacyKindLabels, privacyStatusLabels } from '#shared/model/privacy.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor, field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { NewRequest } from './NewRequest.tsx';
import { RequestPanel } from './RequestPanel.tsx';
import { dayOf, statusColors } from './words.ts';

const fields = { request: field.panel };

function Status({ request }: { request: PrivacyRequest }) {
  const { status, progress, dueBy } = request;
  if (status === 'running')
    return (
      <Stack gap={4} miw={110}>
        <Text size="sm">{Math.floor(progress * 100)} % done</Text>
        <Progress value={progress * 100} size="sm" aria-label={`${request.person} is worked`} />
      </Stack>
    );
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="light" tt="none" color={statusColors[status]}>
        {privacyStatusLabels[status]}
      </Badge>
      {status === 'failed' && (
        <Text size="xs" c="dimmed">
          due by {dayOf(dueBy)}
        </Text>
      )}
    </Stack>
  );
}

const columns: Column<PrivacyRequest>[] = [
  {
    key: 'person',
    title: 'Person',
    render: ({ person, kind }) => (
      <>
        <Text size="sm" fw={500} className="db-wrap">
          {person}
        </Text>
        <Text size="xs" c="dimmed">
          {privacyKindLabels[kind]}
        </Text>
      </>
    ),
  },
  {
    key: 'asked',
    title: 'Asked',
    hideBelow: 'sm',
    render: ({ createdAt, createdBy }) => (
      <Text size="sm">
        <RelativeTime at={createdAt} /> by {createdBy}
      </Text>
    ),
  },
  { key: 'status', title: 'State', width: 170, render: (request) => <Status request={request} /> },
];

/** Requests of persons about their own data, the newest first: begun here, followed, and proved by a certificate. */
export default function PrivacyPanel() {
  const { filters, setFilters } = useAddressFilters(fields);
  const refetchInterval = usePollInterval('jobs', 3_000);
  const list = useInfiniteQuery(
    query.privacy.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
      refetchInterval,
    }),
  );
  const open = (request: string | null) => setFilters({ request });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Text size="sm" c="dimmed" maw={560}>
          A person may ask for a copy of what you hold of them, or for its erasure. You have a month to
          answer. Opt-outs, proofs of consent and records of calls stay as the law asks; the certificate says
          which and why.
        </Text>
        <Button data-changes leftSection={<IconPlus size={16} />} onClick={() => open('new')}>
          New request
        </Button>
      </Group>
      <ResourceTable
        label="Privacy requests"
        of={list}
        failed="The requests could not be loaded"
        more="Earlier requests"
        columns={columns}
        rows={list.data?.pages.flatMap(({ requests }) => requests)}
        rowKey={({ id }) => id}
        rowLabel={({ person, kind }) => `${privacyKindLabels[kind]}: ${person}`}
        onOpen={({ id }) => open(id)}
        selectedKey={filters.request}
        empty={
          <EmptyState icon={IconShieldLock} title="No requests yet">
            When somebody asks what you hold of them, or wants it erased, begin here: all of it is found at
            once.
          </EmptyState>
        }
      />
      <NewRequest
        opened={filters.request === 'new'}
        onClose={() => open(null)}
        onMade={({ id }) => open(id)}
      />
      <RequestPanel id={filters.request === 'new' ? null : filters.request} onClose={() => open(null)} />
    </Stack>
  );
}
