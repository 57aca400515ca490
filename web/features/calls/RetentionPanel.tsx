import { Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Announcing, announcingChoices, recordingLimits } from '#shared/model/recording.ts';
import { type Transcriber, transcriberChoices } from '#shared/model/transcript.ts';
import { api, query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormPanel, useSubmit } from '#web/ui/resource/FormPanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';

const transcribers = Object.entries(transcriberChoices).map(([value, label]) => ({ value, label }));
const choices = Object.entries(announcingChoices).map(([value, label]) => ({ value, label }));

/** What becomes of who is asked, by the choice. */
const said: Record<Announcing, string> = {
  states:
    'Heard where either end may be in a state that asks all parties, in Canada or abroad, or nobody knows where it is.',
  always: 'Heard on every call before its recording begins.',
  off: 'Recordings begin without a word. Where the law asks for consent, your agents have to get it first.',
};

/** How recordings of calls are announced, and how long they are kept. Admins change it. */
export function RetentionPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const settings = useQuery(query.calls.recordingSettings.queryOptions({ input: {}, enabled: opened }));
  const form = useForm({
    initialValues: {
      announcing: 'states' as Announcing,
      retentionDays: 0,
      transcriber: 'none' as Transcriber,
      version: 0,
    },
  });
  const { data } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (opened && data) form.setValues(data);
  }, [opened, data?.version]);
  const submit = useSubmit(form, async (values) => {
    await api.calls.updateRecordingSettings(values);
    await client.invalidateQueries({ queryKey: query.calls.recordingSettings.key() });
    toast.success('The settings of recordings are saved');
    onClose();
  });
  const { retentionDays, announcing, transcriber } = form.values;
  return (
    <FormPanel
      opened={opened}
      title="Recordings"
      submitLabel="Save"
      onClose={onClose}
      form={form}
      submit={submit}
    >
      {settings.error ? (
        <ErrorState
          title="The settings could not be loaded"
          error={settings.error}
          onRetry={() => settings.refetch()}
        />
      ) : data ? (
        <Stack gap="xs">
          <Select
            label="“This call is recorded” is heard"
            description={said[announcing]}
            allowDeselect={false}
            data={choices}
            value={announcing}
            onChange={(value) => form.setFieldValue('announcing', (value ?? 'states') as Announcing)}
          />
          <audio controls preload="none" src="/sounds/this-call-is-recorded.wav" aria-label="What is heard">
            <track kind="captions" />
          </audio>
          <Text size="sm" c="dimmed" mb="md">
            While it cannot be played, nothing is recorded. The call’s record notes when it was heard.
          </Text>
          <BoundedNumberInput
            label="Days that recordings are kept"
            description="0 keeps them for good"
            min={0}
            max={recordingLimits.retentionDays}
            value={retentionDays}
            onChange={(days) => form.setFieldValue('retentionDays', days)}
          />
          <Text size="sm" c="dimmed" role="status">
            {retentionDays === 0
              ? 'Recordings are never deleted by themselves.'
              : `Older recordings are deleted within a week, with their comments and transcripts. The calls stay in the log.`}
          </Text>
          <Select
            mt="md"
            label="Transcripts are made by"
            description={
              transcriber === 'none'
                ? 'What was said is not written down.'
                : 'It is sent each recording that is made from now on. The transcript is deleted with the recording.'
            }
            allowDeselect={false}
            data={transcribers}
            value={transcriber}
            onChange={(value) => form.setFieldValue('transcriber', (value ?? 'none') as Transcriber)}
          />
        </Stack>
      ) : (
        <LinesSkeleton lines={3} />
      )}
    </FormPanel>
  );
}
