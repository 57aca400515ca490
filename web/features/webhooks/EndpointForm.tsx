import { Alert, Button, Checkbox, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  type Endpoint,
  endpointFields,
  type OutgoingEvent,
  outgoingEventNames,
  outgoingEvents,
} from '#shared/model/webhook-endpoint.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { CopyField } from './CopyField.tsx';
import { useRefreshWebhooks } from './useWebhooks.ts';

interface EndpointFormProps {
  editing: Endpoint | 'new' | null;
  onClose: () => void;
}

/** Adds or changes an outgoing endpoint; a new secret is shown this once. */
export function EndpointForm({ editing, onClose }: EndpointFormProps) {
  const refresh = useRefreshWebhooks();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isNew = editing === 'new';
  useEffect(() => {
    if (!editing) return;
    const one = editing === 'new' ? undefined : editing;
    setName(one?.name ?? '');
    setUrl(one?.url ?? '');
    setEvents(one?.events ?? ['lead.created']);
    setProblem(undefined);
  }, [editing]);

  async function save(rotateSecret = false) {
    const fields = { name, url: url.trim(), events: events as OutgoingEvent[] };
    const checked = endpointFields.safeParse(fields);
    if (!checked.success) return setProblem(checked.error.issues[0]!.message);
    setBusy(true);
    setProblem(undefined);
    try {
      const saved =
        editing === 'new'
          ? await api.webhooks.createEndpoint(checked.data)
          : await api.webhooks.updateEndpoint({ id: editing!.id, ...checked.data, rotateSecret });
      await refresh();
      toast.success(isNew ? 'The endpoint is added' : 'The endpoint is saved');
      setSecret(saved.secret);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <SidePanel
        opened={editing !== null}
        onClose={onClose}
        title={isNew ? 'Add endpoint' : 'Edit endpoint'}
        footer={
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button data-changes loading={busy} onClick={() => void save()}>
              {isNew ? 'Add endpoint' : 'Save'}
            </Button>
          </>
        }
      >
        <Stack gap="md">
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <TextInput
            label="Name"
            required
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Address"
            description="On the public internet, and by https."
            placeholder="https://crm.example.com/hooks/dealbell"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Checkbox.Group
            label="Is told of"
            description="Steps of journeys may send it more."
            value={events}
            onChange={setEvents}
          >
            <Stack gap={8} mt={8}>
              {outgoingEventNames.map((one) => (
                <Checkbox key={one} value={one} label={outgoingEvents[one]} description={one} />
              ))}
            </Stack>
          </Checkbox.Group>
          {!isNew && (
            <Button
              data-changes
              variant="default"
              leftSection={<IconKey size={16} />}
              loading={busy}
              onClick={() => void save(true)}
            >
              Save with a new secret
            </Button>
          )}
        </Stack>
      </SidePanel>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={<Text fw={650}>The secret of this endpoint</Text>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="sm">
          <Text size="sm">
            The receiver checks each request with it, by Standard Webhooks. It is shown this once: keep it
            now.
          </Text>
          <CopyField label="Secret" value={secret ?? ''} />
          <Button onClick={() => setSecret(null)}>I have kept it</Button>
        </Stack>
      </Modal>
    </>
  );
}
