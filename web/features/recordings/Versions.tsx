import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenedPrompt } from '#shared/model/prompt-recording.ts';
import { api, query } from '#web/app/api.ts';
import { AudioPlayer } from '#web/ui/audio/AudioPlayer.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';
import { lengthOf } from './form.ts';

/** The sounds that a recording had, to hear and to have back. */
export function Versions({ recording: { id }, readOnly }: { recording: OpenedPrompt; readOnly: boolean }) {
  const list = useQuery(query.recordings.versions.queryOptions({ input: { id } }));
  const refresh = useRefresh(query.recordings);
  const [heard, setHeard] = useState<{ id: string; url: string }>();
  const onError = (error: unknown) => toast.error(error);
  const hear = useMutation({
    mutationFn: async (versionId: string) => {
      const { audioUrl } = await api.recordings.hearVersion({ id, versionId });
      setHeard({ id: versionId, url: audioUrl });
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: (versionId: string) => api.recordings.restore({ id, versionId }),
    onSuccess: async () => {
      await refresh();
      toast.success('Callers hear the earlier sound again');
    },
    onError,
  });
  if (list.error && !list.data)
    return (
      <ErrorState
        title="The versions could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  const versions = list.data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <section aria-labelledby="recording-versions">
      <Title order={3} fz="sm" id="recording-versions" mb={8}>
        Versions
      </Title>
      <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
        {versions.map((version) => (
          <li key={version.id}>
            <Group justify="space-between" gap={8}>
              <Text size="sm">
                {version.type === 'tts' ? `Read by ${version.voice}` : 'A sound'} · {lengthOf(version)} ·{' '}
                <RelativeTime at={version.createdAt} /> · {version.createdBy}
              </Text>
              <Group gap={6}>
                {version.isCurrent ? (
                  <Text size="xs" c="dimmed">
                    Heard now
                  </Text>
                ) : (
                  <>
                    <Button size="compact-sm" variant="default" onClick={() => hear.mutate(version.id)}>
                      Listen
                    </Button>
                    {!readOnly && (
                      <Button
                        data-changes
                        size="compact-sm"
                        variant="default"
                        loading={restore.isPending && restore.variables === version.id}
                        onClick={() => restore.mutate(version.id)}
                      >
                        Use this one
                      </Button>
                    )}
                  </>
                )}
              </Group>
            </Group>
            {heard?.id === version.id && (
              <AudioPlayer
                src={heard.url}
                label="The earlier sound"
                onRetry={() => hear.mutate(version.id)}
              />
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
}
