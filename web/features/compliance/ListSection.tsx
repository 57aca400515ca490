import { ActionIcon, Button, Text } from '@mantine/core';
import { IconPhoneOff, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { useAgentNames } from '#web/features/calls/shared.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { AddPanel } from './AddPanel.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

interface Listed {
  address: string;
  reason: string;
  addedAt: string;
  addedBy: string;
}

const shown = (address: string) => (address.includes('@') ? address : phoneText(address));

/** What is typed as the list keeps it: E.164 begins with +, national digits are of North America. */
function prefixOf(typed: string): string {
  const text = typed.trim().toLowerCase();
  if (/[a-z@]/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (digits === '') return '';
  return text.startsWith('+') ? `+${digits}` : `+1${digits.replace(/^1(?=\d)/, '')}`;
}

/** Numbers and addresses that nobody contacts, whatever else allows it. */
export default function ListSection() {
  const may = useMay();
  const [typed, setTyped] = useState('');
  const search = prefixOf(typed);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const { nameOf } = useAgentNames();
  const client = useQueryClient();
  const list = useInfiniteQuery(
    query.tcpa.doNotContact.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(search && { search }), limit: 50, cursor }),
      ...byCursor,
    }),
  );
  const refresh = () => client.invalidateQueries({ queryKey: query.tcpa.doNotContact.key() });
  const columns: Column<Listed>[] = [
    {
      key: 'address',
      title: 'Number or address',
      render: ({ address }) => (
        <Text size="sm" fw={550} className="db-figures">
          {shown(address)}
        </Text>
      ),
    },
    { key: 'reason', title: 'Reason', hideBelow: 'sm', render: ({ reason }) => reason || '–' },
    { key: 'by', title: 'Added by', hideBelow: 'md', render: ({ addedBy }) => nameOf(addedBy) },
    {
      key: 'at',
      title: 'Added',
      align: 'end',
      width: 130,
      render: ({ addedAt }) => <RelativeTime at={addedAt} />,
    },
    ...(!may('doNotContact.remove')
      ? []
      : [
          {
            key: 'remove',
            title: <span className="db-visually-hidden">Remove</span>,
            width: 56,
            render: ({ address }: Listed) => (
              <ActionIcon
                data-changes
                variant="subtle"
                color="gray"
                aria-label={`Remove ${shown(address)}`}
                onClick={() => setRemoving(address)}
              >
                <IconTrash size={17} />
              </ActionIcon>
            ),
          },
        ]),
  ];
  return (
    <>
      <Toolbar align="end" justify="space-between">
        <SearchField
          flex="1 1 260px"
          maw={380}
          label="Search"
          placeholder="How the number or address begins"
          value={typed}
          onSearch={setTyped}
        />
        <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => setAdding(true)}>
          Add to the list
        </Button>
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The list could not be loaded"
        label="Do-not-contact list"
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.entries)}
        rowKey={({ address }) => address}
        empty={
          search ? (
            <NoMatch title="Not on the list">Nothing on the list begins like this.</NoMatch>
          ) : (
            <EmptyState
              icon={IconPhoneOff}
              title="Nobody is on the list"
              action={
                <Button data-changes onClick={() => setAdding(true)}>
                  Add to the list
                </Button>
              }
            >
              Whoever asks not to be contacted belongs here. Nothing dials or texts them, whatever else allows
              it.
            </EmptyState>
          )
        }
      />
      <AddPanel opened={adding} onClose={() => setAdding(false)} onAdded={refresh} />
      <RemoveDialog
        address={removing}
        name={removing ? shown(removing) : ''}
        onClose={() => setRemoving(null)}
        onRemoved={refresh}
      />
    </>
  );
}
