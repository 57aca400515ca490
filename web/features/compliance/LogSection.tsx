import { Badge, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconGavel } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { api } from '#web/app/api.ts';
import { query } from '#web/app/api.ts';
import { useAgentNames } from '#web/features/calls/shared.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor, given, wholeDays } from '#web/ui/resource/address-filters.ts';
import { DayRange, FilterBar, FilterSelect } from '#web/ui/resource/filters.tsx';
import { ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';

type Kept = Awaited<ReturnType<typeof api.tcpa.logs>>['logs'][number];

const enoughDigits = 7;
/** What whoever asked had in mind. */
const purposes: Readonly<Record<Kept['purpose'], string>> = {
  check: 'as a question',
  contact: 'to make contact',
  consent: 'about a consent',
};
/** What became of a consent: an opt-out was lifted, or the certificate of a bought lead spoke. */
const consentWords = (allowed: boolean, reasons: Kept['reasons']): string => {
  if (!allowed) return 'Fell away';
  return reasons[0]?.code === 'certificate_valid' ? 'Proven' : 'Lifted';
};
const channelNames = { call: 'Call', sms: 'Text', email: 'E-mail' } as const;

const columns = (nameOf: (id: string) => string): Column<Kept>[] => [
  {
    key: 'address',
    title: 'Whom',
    render: ({ address, channel }) => (
      <>
        <Text size="sm" fw={550} className="db-figures db-nowrap">
          {address.includes('@') ? address : phoneText(address)}
        </Text>
        <Text size="xs" c="dimmed">
          {channelNames[channel]}
        </Text>
      </>
    ),
  },
  {
    key: 'allowed',
    title: 'Answer',
    width: 120,
    render: ({ allowed, purpose, reasons }) => (
      <Badge
        variant="light"
        tt="none"
        color={allowed ? 'green' : 'red'}
        leftSection={allowed ? <IconCircleCheck size={13} /> : <IconCircleX size={13} />}
      >
        {purpose === 'consent' ? consentWords(allowed, reasons) : allowed ? 'Allowed' : 'Refused'}
      </Badge>
    ),
  },
  {
    key: 'why',
    title: 'Why',
    hideBelow: 'md',
    render: ({ reasons }) =>
      reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing stood against it
        </Text>
      ) : (
        reasons.map(({ text, citation, zone }) => (
          <Text key={`${zone} ${text}`} size="sm">
            {text}{' '}
            <Text span size="xs" c="dimmed">
              {citation}
            </Text>
          </Text>
        ))
      ),
  },
  {
    key: 'who',
    title: 'Asked by',
    hideBelow: 'sm',
    render: ({ actor, purpose }) => (
      <>
        <Text size="sm">{actor.startsWith('usr_') ? nameOf(actor) : actor}</Text>
        <Text size="xs" c="dimmed">
          {purposes[purpose]}
        </Text>
      </>
    ),
  },
  { key: 'at', title: 'When', align: 'end', width: 130, render: ({ at }) => <RelativeTime at={at} /> },
];

/** Every decision with its reasons, as it is kept. */
export default function LogSection() {
  const [phone, setPhone] = useState('');
  const [allowed, setAllowed] = useState<'true' | 'false'>();
  const [days, setDays] = useState<{ from?: string; to?: string }>({});
  const { nameOf } = useAgentNames();
  const logs = useInfiniteQuery(
    query.tcpa.logs.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(phone.replace(/\D/g, '').length >= enoughDigits && { phone }),
        ...given({ allowed }),
        ...wholeDays(days),
        limit: 50,
        cursor,
      }),
      ...byCursor,
    }),
  );
  return (
    <>
      <FilterBar label="Decisions">
        <SearchField
          label="Phone number"
          placeholder="All of the number"
          clearLabel="Clear the number"
          value={phone}
          onSearch={setPhone}
        />
        <FilterSelect
          label="Answer"
          clearLabel="All answers"
          data={[
            { value: 'true', label: 'Allowed' },
            { value: 'false', label: 'Refused' },
          ]}
          value={allowed}
          onChange={setAllowed}
        />
        <DayRange {...days} onChange={(change) => setDays({ ...days, ...change })} />
      </FilterBar>
      <ResourceTable
        of={logs}
        failed="The decisions could not be loaded"
        label="Decisions"
        columns={columns(nameOf)}
        rows={logs.data?.pages.flatMap((page) => page.logs)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconGavel} title="No decisions">
            Each time somebody asks or makes contact, the answer is kept here with its reasons for five years.
          </EmptyState>
        }
      />
    </>
  );
}
