import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditRecord } from '#shared/model/audit.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import styles from './audit.module.css';

const Muted = ({ children }: { children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);

/** Who did it, as people say it. */
function Who({ actor }: Pick<AuditRecord, 'actor'>) {
  switch (actor.kind) {
    case 'user':
      return actor.name;
    case 'operator':
      return (
        <span className={styles.who}>
          {actor.name}{' '}
          <Badge size="sm" variant="light" color="amber" tt="none">
            Operator
          </Badge>
        </span>
      );
    case 'key':
      return (
        <span className={styles.who}>
          {actor.name}{' '}
          <Badge size="sm" variant="light" color="gray" tt="none">
            API key
          </Badge>
        </span>
      );
    case 'visitor':
      return <Muted>Not signed in</Muted>;
    case 'system':
      return <Muted>Dealbell</Muted>;
    default:
      return actor.kind satisfies never;
  }
}

const columns: Column<AuditRecord>[] = [
  {
    key: 'what',
    title: 'What happened',
    render: (entry) => (
      <>
        <Text size="sm" className="db-wrap">
          {entry.summary}
        </Text>
        <Text size="xs" c="dimmed" mt={2} component="div" className={styles.narrowOnly}>
          <Who actor={entry.actor} /> · <RelativeTime at={entry.at} />
        </Text>
      </>
    ),
  },
  { key: 'who', title: 'By', width: 200, hideBelow: 'sm', render: (entry) => <Who actor={entry.actor} /> },
  {
    key: 'address',
    title: 'Address',
    width: 150,
    hideBelow: 'md',
    render: ({ address }) => <span className="db-figures">{address ?? '–'}</span>,
  },
  {
    key: 'when',
    title: 'When',
    width: 190,
    hideBelow: 'sm',
    render: ({ at }) => (
      <time dateTime={at} className="db-figures" title={at}>
        {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
    ),
  },
];

interface EntryListProps {
  label: string;
  entries: readonly AuditRecord[] | undefined;
  empty: ReactNode;
}

/** Entries of an audit log, newest first. */
export const EntryList = ({ label, entries, empty }: EntryListProps) => (
  <DataTable label={label} columns={columns} rows={entries} rowKey={({ id }) => id} empty={empty} />
);
