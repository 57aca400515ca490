import { Anchor, Badge, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { purposes, type SearchRecord, type SearchState } from '#shared/model/tracer.ts';
import { query } from '#web/app/api.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { dollars } from './shared.tsx';

const states: Record<SearchState, [label: string, color: string]> = {
  asked: ['On its way', 'blue'],
  found: ['Found', 'green'],
  nothing: ['Nobody', 'gray'],
  refused: ['Refused', 'red'],
  lost: ['Answer lost', 'amber'],
  unsent: ['Not sent', 'gray'],
};

function whom({ kind, query: asked }: SearchRecord): string {
  if (kind === 'phone') return phoneText(asked.phone ?? '');
  const {
    firstName = '',
    lastName = '',
    address = '',
    city = '',
    state = '',
    postcode = '',
    email = '',
  } = asked;
  const parts = [`${firstName} ${lastName}`.trim(), address, city, `${state} ${postcode}`.trim(), email];
  return parts.filter(Boolean).join(', ');
}

function billedText({ billed, cached, cost }: SearchRecord): string {
  if (cached) return 'Kept answer, free';
  if (billed === 'no') return 'Not billed';
  const amount = cost === null ? '' : ` ${dollars(cost)}`;
  return billed === 'maybe' ? `May be billed${amount}` : `Billed${amount}`;
}

const columns: Column<SearchRecord>[] = [
  {
    key: 'whom',
    title: 'Whom',
    render: (search) => (
      <>
        <Text size="sm" fw={550} className="db-wrap">
          <bdi>{whom(search)}</bdi>
        </Text>
        {search.leadId && (
          <Anchor component={Link} to={`/leads/${search.leadId}`} size="xs">
            Lead
          </Anchor>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: 'Result',
    width: 124,
    render: ({ state, matches, error }) => (
      <Badge variant="light" tt="none" color={states[state][1]} title={error ?? undefined}>
        {states[state][0]}
        {matches > 1 && `, ${matches}`}
      </Badge>
    ),
  },
  { key: 'billed', title: 'Cost', width: 160, hideBelow: 'sm', render: billedText },
  {
    key: 'purpose',
    title: 'Purpose',
    hideBelow: 'md',
    render: ({ purpose }) => (
      <Text size="sm" title={purposes[purpose].law}>
        {purposes[purpose].label}
      </Text>
    ),
  },
  { key: 'who', title: 'By', width: 120, hideBelow: 'sm', render: ({ username }) => username },
  { key: 'at', title: 'When', align: 'end', width: 104, render: ({ at }) => <RelativeTime at={at} /> },
];

/** Who searched for whom, and for what: kept for five years. */
export default function HistorySection() {
  const history = useInfiniteQuery(
    query.tracers.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: 50, cursor }),
      ...byCursor,
    }),
  );
  return (
    <ResourceTable
      of={history}
      failed="The searches could not be loaded"
      label="Searches"
      columns={columns}
      rows={history.data?.pages.flatMap(({ searches }) => searches)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={IconHistory} title="No searches yet">
          Each search is kept here for five years, with its purpose and what it cost.
        </EmptyState>
      }
    />
  );
}
