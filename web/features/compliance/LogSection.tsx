import { Badge, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconCircleX, IconGavel } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { api } from '#web/app/api.ts';
import { query } from '#web/app/api.ts';
import { useAgentNames } from '#web/features/calls/shared.tsx';
import { phoneText } from '#web/features/leads/shared/format.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import styles from './Compliance.module.css';

type Kept = Awaited<ReturnType<typeof api.tcpa.logs>>['logs'][number];

const enoughDigits = 7;
/** What whoever asked had in mind. */
const purposes: Readonly<Record<Kept['purpose'], string>> = {
  check: 'as a question',
  contact: 'to make contact',
  consent: 'a new consent',
};
const channelNames = { call: 'Call', sms: 'Text', email: 'E-mail' } as const;

const columns = (nameOf: (id: string) => string): Column<Kept>[] => [
  {
    key: 'address',
    title: 'Whom',
    render: ({ address, channel }) => (
      <>
        <Text size="sm" fw={550} className={`db-figures ${styles.nowrap}`}>
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
    render: ({ allowed, purpose }) => (
      <Badge
        variant="light"
        tt="none"
        color={allowed ? 'green' : 'red'}
        leftSection={allowed ? <IconCircleCheck size={13} /> : <IconCircleX size={13} />}
      >
        {purpose === 'consent' ? 'Lifted' : allowed ? 'Allowed' : 'Refused'}
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
  const [answer, setAnswer] = useState<string | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [typed] = useDebouncedValue(phone, 300);
  const { nameOf } = useAgentNames();
  const day = (date: string, plus = 0) => {
    const at = new Date(`${date}T00:00`);
    at.setDate(at.getDate() + plus);
    return at.toISOString();
  };
  const logs = useInfiniteQuery(
    query.tcpa.logs.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(typed.replace(/\D/g, '').length >= enoughDigits && { phone: typed }),
        ...(answer && { allowed: answer as 'true' }),
        ...(from && { from: day(from) }),
        ...(to && { to: day(to, 1) }),
        limit: 50,
        cursor,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  return (
    <>
      <search className={styles.filters} aria-label="Decisions">
        <TextInput
          label="Phone number"
          placeholder="All of the number"
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        <Select
          label="Answer"
          placeholder="All"
          clearable
          clearButtonProps={{ 'aria-label': 'All answers' }}
          data={[
            { value: 'true', label: 'Allowed' },
            { value: 'false', label: 'Refused' },
          ]}
          value={answer}
          onChange={setAnswer}
        />
        <TextInput
          type="date"
          label="From"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Until"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </search>
      {logs.error ? (
        <ErrorState
          title="The decisions could not be loaded"
          error={logs.error}
          onRetry={() => logs.refetch()}
        />
      ) : (
        <DataTable
          label="Decisions"
          columns={columns(nameOf)}
          rows={logs.data?.pages.flatMap((page) => page.logs)}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={IconGavel} title="No decisions">
              Each time somebody asks or makes contact, the answer is kept here with its reasons for five
              years.
            </EmptyState>
          }
        />
      )}
      <More of={logs} />
    </>
  );
}
