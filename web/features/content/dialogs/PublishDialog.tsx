import {
  Button,
  Chip,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { contentLimits, type PublishOptions } from '#shared/model/content.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import { stateOf } from '../data/transport.ts';
import { UnfilledVariables } from '../data/UnfilledVariables.tsx';
import { useEditorSession } from '../editor/session.ts';
import { DisplayPicker } from './DisplayPicker.tsx';
import { FormProblems, useFormProblems } from './FormProblems.tsx';
import { PublicAddress } from './PublicAddress.tsx';
import { PublicationState } from './PublicationState.tsx';

/** Minutes offered for a takeover. */
const durations = [0.5, 1, 5, 15, 60];
const defaultMessage = 'New content update';

const durationLabel = (minutes: number) =>
  minutes < 1 ? `${minutes * 60} s` : minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;

/** Shows the project on displays, for good or for some minutes, and tells its public address. */
export default function PublishDialog() {
  const { screen, projectId } = useEditorSession();
  const { data } = useQuery(query.content.publication.queryOptions({ input: { id: projectId } }));
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close' }}
      opened
      onClose={() => screen.patch({ dialog: undefined })}
      title={<Text fw={650}>Publish</Text>}
      size="lg"
    >
      <Tabs defaultValue="displays" color="amber">
        <Tabs.List mb="md">
          <Tabs.Tab value="displays">Displays</Tabs.Tab>
          <Tabs.Tab value="public">Public URL</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="displays">
          <Stack gap="md">
            {data && data.status !== 'not_published' && <PublicationState publication={data} />}
            <PublishForm />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="public">
          <PublicAddress url={data?.publicUrl ?? null} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

function PublishForm() {
  const { editor, projectId, queue, saveFirst } = useEditorSession();
  const problems = useFormProblems();
  const [displayIds, setDisplayIds] = useState<readonly string[]>([]);
  const [priority, setPriority] = useState<PublishOptions['priority']>('NORMAL');
  const [minutes, setMinutes] = useState<number | null>(null);
  const [custom, setCustom] = useState(false);
  const [message, setMessage] = useState(defaultMessage);
  const [restoreAfter, setRestoreAfter] = useState(true);
  const [publishing, setPublishing] = useState(false);
  const [refused, setRefused] = useState<readonly { name: string; reason: string | null }[]>([]);

  /** Two submits of one moment come before the state of the first is drawn. */
  const underWay = useRef(false);

  const publish = async () => {
    if (underWay.current || displayIds.length === 0 || problems.length > 0) return;
    underWay.current = true;
    setPublishing(true);
    setRefused([]);
    try {
      if (!(await saveFirst())) return;
      const { summary } = await api.content.publish({
        id: projectId,
        displayIds: [...displayIds],
        priority,
        duration: minutes,
        message: message.trim() || defaultMessage,
        restoreAfter,
      });
      setRefused(summary.results.filter(({ ok }) => !ok));
      const count = summary.successfulTakeovers;
      toast.success(`Published successfully! ${count} displays updated.`);
      editor.announcement.set(`Published to ${count} displays`);
      queue.acceptProject(stateOf(await api.content.get({ id: projectId })));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.content.publication.key() }),
        queryClient.invalidateQueries({ queryKey: query.signage.key() }),
      ]);
    } catch (error) {
      toast.error('Failed to publish', messageOf(error));
    } finally {
      underWay.current = false;
      setPublishing(false);
    }
  };

  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      <Stack gap="md">
        <FormProblems />
        <UnfilledVariables />
        <DisplayPicker chosen={displayIds} onChange={setDisplayIds} />
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            How long
          </Text>
          <Chip.Group
            value={custom ? 'custom' : String(minutes)}
            onChange={(value) => {
              setCustom(value === 'custom');
              setMinutes(value === 'null' ? null : value === 'custom' ? (minutes ?? 10) : Number(value));
            }}
          >
            <Group gap={6}>
              <Chip size="xs" color="ink" value="null">
                Permanent
              </Chip>
              {durations.map((duration) => (
                <Chip key={duration} size="xs" color="ink" value={String(duration)}>
                  {durationLabel(duration)}
                </Chip>
              ))}
              <Chip size="xs" color="ink" value="custom">
                Custom
              </Chip>
            </Group>
          </Chip.Group>
          {custom && (
            <NumberInput
              aria-label="Minutes"
              maw={160}
              size="xs"
              suffix=" min"
              decimalScale={2}
              min={contentLimits.publishMinutes.min}
              max={contentLimits.publishMinutes.max}
              value={minutes ?? ''}
              onChange={(value) => typeof value === 'number' && setMinutes(value)}
            />
          )}
          {minutes !== null && (
            <Switch
              mt={6}
              size="xs"
              label="Afterwards, show again what was shown before"
              checked={restoreAfter}
              onChange={(event) => setRestoreAfter(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            Priority
          </Text>
          <SegmentedControl
            aria-label="Priority"
            value={priority}
            onChange={(value) => setPriority(value as PublishOptions['priority'])}
            color={priority === 'EMERGENCY' ? 'red' : undefined}
            data={[
              { value: 'NORMAL', label: 'Normal' },
              { value: 'HIGH', label: 'High' },
              { value: 'EMERGENCY', label: 'Emergency' },
            ]}
          />
        </Stack>
        <TextInput
          label="Message"
          description="Kept with the publication, for whoever asks why it changed"
          maxLength={contentLimits.messageLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {refused.length > 0 && (
          <Stack gap={2} role="alert">
            {refused.map(({ name, reason }) => (
              <Text key={name} size="sm" c="red">
                {name}: {reason ?? 'was not updated'}
              </Text>
            ))}
          </Stack>
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={publishing}
            disabled={displayIds.length === 0 || problems.length > 0}
          >
            {displayIds.length > 1 ? `Publish to ${displayIds.length} displays` : 'Publish'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
