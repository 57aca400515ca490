import { Alert, Button, FileButton, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconSparkles, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { OpenedPrompt } from '#shared/model/prompt-recording.ts';
import { api, query } from '#web/app/api.ts';
import { AudioPlayer } from '#web/ui/audio/AudioPlayer.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { inputOf, type PromptValues } from './form.ts';
import { Recorder } from './Recorder.tsx';
import { sendSound } from './sound-file.ts';

interface SoundSectionProps {
  recording: OpenedPrompt;
  values: PromptValues;
  readOnly: boolean;
}

/** What callers hear, and the ways to give a recording another sound. */
export function SoundSection({ recording, values, readOnly }: SoundSectionProps) {
  const refresh = useRefresh(query.recordings);
  const work = { onSuccess: () => refresh(), onError: (error: unknown) => toast.error(error) };
  const { id, status, problem, audioUrl } = recording;
  // What is typed is what is read: it is saved first.
  const generate = useMutation({
    mutationFn: async () => {
      await api.recordings.update({ id, ...inputOf(values) });
      return api.recordings.generate({ id });
    },
    ...work,
  });
  const upload = useMutation({ mutationFn: (sound: Blob) => sendSound(id, sound), ...work });
  const isBusy = generate.isPending || upload.isPending || status === 'generating';
  return (
    <section aria-labelledby="recording-sound">
      <Title order={3} fz="sm" id="recording-sound" mb={8}>
        Sound
      </Title>
      <Stack gap="sm">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {status === 'generating' && (
          <Group gap={8} role="status">
            <Loader size="xs" />
            <Text size="sm">A voice is reading the text…</Text>
          </Group>
        )}
        {audioUrl ? (
          <AudioPlayer src={audioUrl} label={`Sound of ${recording.name}`} onRetry={() => void refresh()} />
        ) : (
          status !== 'generating' && (
            <Text size="sm" c="dimmed">
              There is nothing to hear yet. Have a voice read the text, upload a sound, or record one.
            </Text>
          )
        )}
        {!readOnly && (
          <Group gap={8}>
            <Button
              data-changes
              leftSection={<IconSparkles size={16} />}
              loading={generate.isPending}
              disabled={isBusy || values.text.trim() === ''}
              onClick={() => generate.mutate()}
            >
              Generate
            </Button>
            <FileButton accept="audio/*" onChange={(file) => file && upload.mutate(file)}>
              {(button) => (
                <Button
                  {...button}
                  data-changes
                  variant="default"
                  leftSection={<IconUpload size={16} />}
                  loading={upload.isPending}
                  disabled={isBusy}
                >
                  Upload
                </Button>
              )}
            </FileButton>
            <Recorder disabled={isBusy} onRecorded={(sound) => upload.mutate(sound)} />
          </Group>
        )}
      </Stack>
    </section>
  );
}
