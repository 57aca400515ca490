import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDeviceLandlinePhone, IconKey, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Extension } from '#shared/model/extension.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { phoneText } from '#web/features/leads/shared/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { field, given, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { NoMatch, ResourceTable } from '#web/ui/resource/ResourceTable.tsx';
import { EditItem, menuColumn, RemoveItem, RowMenu } from '#web/ui/resource/RowMenu.tsx';
import { SearchField } from '#web/ui/resource/SearchField.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { SecretDialog } from '#web/ui/SecretDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { LeadingHere } from '../numbers/LeadingHere.tsx';
import { AgentPanel } from './AgentPanel.tsx';
import { ExtensionPanel } from './ExtensionPanel.tsx';
import { ExtensionStatusBadge } from './StatusBadge.tsx';

const extensionFilters = { search: field.text(), extension: field.panel };
/** What the panel's place in the address says while an agent is added. */
const newAgent = 'new-agent';

const queueNames = ({ queues }: Extension) => queues.map(({ name }) => name).join(', ');

const columns: Column<Extension>[] = [
  {
    key: 'number',
    title: 'Number',
    width: 100,
    render: ({ number }) => (
      <Text size="sm" fw={550} className="db-figures">
        {number}
      </Text>
    ),
  },
  {
    key: 'name',
    title: 'Name',
    render: (one) => (
      <>
        <Text size="sm" truncate>
          {one.name}
        </Text>
        {one.userName !== one.name && (
          <Text size="xs" c="dimmed" truncate>
            {one.userName || 'Nobody’s'}
          </Text>
        )}
        <Narrow>{queueNames(one)}</Narrow>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 150,
    render: ({ status }) => <ExtensionStatusBadge status={status} />,
  },
  { key: 'queues', title: 'Queues', hideBelow: 'sm', render: (one) => queueNames(one) || '–' },
  {
    key: 'callerId',
    title: 'Caller ID',
    width: 150,
    hideBelow: 'md',
    render: ({ callerId }) => (callerId ? phoneText(callerId) : '–'),
  },
];

/** The extensions of the exchange, and whose they are. Admins change them. */
export default function ExtensionsTab() {
  const may = useMay();
  const mayEdit = may('extensions.edit');
  const { filters, setFilters, clearFilters } = useAddressFilters(extensionFilters);
  const { search, extension } = filters;
  const client = useQueryClient();
  const removal = useQuestion<Extension>();
  const rotation = useQuestion<Extension>();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useQuery(
    query.pbx.listExtensions.queryOptions({ input: given({ search }), placeholderData: keepPreviousData }),
  );
  const extensions = list.data?.extensions;
  const open = (id: string) => setFilters({ extension: id });
  const add = mayEdit && (
    <Group gap={8}>
      <Button data-changes variant="default" leftSection={<IconPlus size={17} />} onClick={() => open('new')}>
        Add extension
      </Button>
      {may('users.create') && (
        <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => open(newAgent)}>
          Add agent
        </Button>
      )}
    </Group>
  );
  const menu = menuColumn((one: Extension) => (
    <RowMenu name={`extension ${one.number}`} width={210}>
      <EditItem onClick={() => open(one.id)} />
      <Menu.Item data-changes leftSection={<IconKey size={16} />} onClick={() => rotation.ask(one)}>
        New SIP password
      </Menu.Item>
      <RemoveItem onClick={() => removal.ask(one)} />
    </RowMenu>
  ));
  return (
    <>
      <Toolbar justify="space-between">
        <SearchField
          aria-label="Search extensions"
          placeholder="Search by number or name"
          value={search}
          onSearch={(text) => setFilters({ search: text })}
        />
        {Boolean(extensions?.length || search) && add}
      </Toolbar>
      <ResourceTable
        of={list}
        failed="The extensions could not be loaded"
        label="Extensions"
        columns={mayEdit ? [...columns, menu] : columns}
        rows={extensions}
        rowKey={({ id }) => id}
        rowLabel={({ number, name }) => `${number}, ${name}`}
        selectedKey={extension}
        {...(mayEdit ? { onOpen: ({ id }: Extension) => open(id) } : {})}
        empty={
          search ? (
            <NoMatch title="No extension matches" onClear={clearFilters}>
              No extension has this number, name or user.
            </NoMatch>
          ) : (
            <EmptyState icon={IconDeviceLandlinePhone} title="No extensions yet" action={add}>
              An extension is a phone with a number of its own: an agent’s in the browser, or one on a desk.
            </EmptyState>
          )
        }
      />
      <AgentPanel
        opened={mayEdit && extension === newAgent}
        onClose={() => setFilters({ extension: null })}
        onSecret={setSecret}
      />
      <ExtensionPanel
        extension={
          mayEdit ? (extension === 'new' ? 'new' : extensions?.find(({ id }) => id === extension)) : undefined
        }
        onClose={() => setFilters({ extension: null })}
        onSecret={setSecret}
      />
      <SecretDialog title="SIP password" secret={secret} onClose={() => setSecret(null)} />
      <ConfirmDialog
        {...rotation.dialog}
        title={`New SIP password for extension ${rotation.about?.number}?`}
        confirmLabel="Make a new one"
        onConfirm={async () => {
          setSecret((await api.pbx.rotateExtensionSecret({ id: rotation.about!.id })).secret);
          await client.invalidateQueries({ queryKey: query.pbx.key() });
        }}
      >
        A desk phone that knows the old one cannot register any more. Phones in the browser are not concerned.
      </ConfirmDialog>
      <ConfirmDialog
        {...removal.dialog}
        title={`Remove extension ${removal.about?.number}?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          await api.pbx.removeExtension({ id: removal.about!.id });
          await Promise.all([
            client.invalidateQueries({ queryKey: query.pbx.key() }),
            client.invalidateQueries({ queryKey: query.dids.key() }),
          ]);
          toast.success(`Extension ${removal.about!.number} is removed`);
        }}
      >
        Its user is signed out of the phone and has no extension then. It leaves its queues.
        <LeadingHere targetId={removal.about?.id} />
      </ConfirmDialog>
    </>
  );
}
