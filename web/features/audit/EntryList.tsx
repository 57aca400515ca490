import { Badge, Group, Text } from '@mantine/core';
import type { AuditRecord } from '#shared/model/audit.ts';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ResourceTable, type ResourceTableProps } from '#web/ui/resource/ResourceTable.tsx';

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
        <Group component="span" display="inline-flex" gap="4px 6px">
          {actor.name}
          <Badge size="sm" variant="light" color="amber" tt="none">
            Operator
          </Badge>
        </Group>
      );
    case 'key':
      return (
        <Group component="span" display="inline-flex" gap="4px 6px">
          {actor.name}
          <Badge size="sm" variant="light" color="gray" tt="none">
            API key
          </Badge>
        </Group>
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
        <Narrow mt={2}>
          <Who actor={entry.actor} /> · <RelativeTime at={entry.at} />
        </Narrow>
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

type EntryListProps = Pick<ResourceTableProps<AuditRecord>, 'of' | 'failed' | 'label' | 'empty'> & {
  entries: readonly AuditRecord[] | undefined;
};

/** Entries of an audit log, newest first. */
export const EntryList = ({ entries, ...table }: EntryListProps) => (
  <ResourceTable {...table} columns={columns} rows={entries} rowKey={({ id }) => id} />
);
