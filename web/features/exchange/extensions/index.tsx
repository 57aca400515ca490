import { Button, Menu, Text } from '@mantine/core';
import { IconDeviceLandlinePhone, IconKey, IconPlus, IconUrgent } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Extension } from '#shared/model/extension.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, Narrow } from '#web/ui/DataTable.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { given, useResourceAddress } from '#web/ui/resource/address-filters.ts';
import { ResourcePage } from '#web/ui/resource/ResourcePage.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SecretDialog } from '#web/ui/SecretDialog.tsx';
import { LeadingHere } from '../numbers/LeadingHere.tsx';
import { AgentPanel } from './AgentPanel.tsx';
import { EmergencyPanel } from './EmergencyPanel.tsx';
import { ExtensionPanel } from './ExtensionPanel.tsx';
import { ExtensionStatusBadge } from './StatusBadge.tsx';

/** What the panel's place in the address says while an agent is added. */
const newAgent = 'new-agent';
/** The same while emergency calls are set up. */
const emergencies = 'emergencies';

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
  const address = useResourceAddress('extension');
  const { search, opened, open } = address;
  const refresh = useRefresh(query.pbx);
  const rotation = useQuestion<Extension>();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useQuery(
    query.pbx.listExtensions.queryOptions({ input: given({ search }), placeholderData: keepPreviousData }),
  );
  return (
    <ResourcePage
      noun="extension"
      plural="extensions"
      address={address}
      mayEdit={mayEdit}
      of={list}
      rows={list.data?.extensions}
      columns={columns}
      nameOf={({ number }) => number}
      spokenOf={({ number }) => `extension ${number}`}
      rowLabel={({ number, name }) => `${number}, ${name}`}
      search={{
        placeholder: 'Search by number or name',
        none: 'No extension has this number, name or user.',
      }}
      add={
        <>
          <Button variant="default" leftSection={<IconUrgent size={17} />} onClick={() => open(emergencies)}>
            911
          </Button>
          <Button
            data-changes
            variant="default"
            leftSection={<IconPlus size={17} />}
            onClick={() => open('new')}
          >
            Add extension
          </Button>
          {may('users.create') && (
            <Button data-changes leftSection={<IconPlus size={17} />} onClick={() => open(newAgent)}>
              Add agent
            </Button>
          )}
        </>
      }
      menu={(one) => (
        <Menu.Item data-changes leftSection={<IconKey size={16} />} onClick={() => rotation.ask(one)}>
          New SIP password
        </Menu.Item>
      )}
      empty={{
        icon: IconDeviceLandlinePhone,
        words:
          'An extension is a phone with a number of its own: an agent’s in the browser, or one on a desk.',
      }}
      remove={{
        work: ({ id }) => api.pbx.removeExtension({ id }),
        words: (one) => (
          <>
            Its user is signed out of the phone and has no extension then. It leaves its queues.
            <LeadingHere targetId={one?.id} />
          </>
        ),
        stale: [query.pbx, query.dids],
      }}
    >
      {(extension, onClose) => (
        <>
          <AgentPanel opened={mayEdit && opened === newAgent} onClose={onClose} onSecret={setSecret} />
          <EmergencyPanel
            opened={mayEdit && opened === emergencies}
            onClose={onClose}
            extensions={list.data?.extensions ?? []}
          />
          <ExtensionPanel extension={extension} onClose={onClose} onSecret={setSecret} />
          <SecretDialog title="SIP password" secret={secret} onClose={() => setSecret(null)} />
          <ConfirmDialog
            {...rotation.dialog}
            title={`New SIP password for extension ${rotation.about?.number}?`}
            confirmLabel="Make a new one"
            onConfirm={async () => {
              setSecret((await api.pbx.rotateExtensionSecret({ id: rotation.about!.id })).secret);
              await refresh();
            }}
          >
            A desk phone that knows the old one cannot register any more. Phones in the browser are not
            concerned.
          </ConfirmDialog>
        </>
      )}
    </ResourcePage>
  );
}
