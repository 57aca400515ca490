import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { holdMusicLimits } from '#shared/model/hold-music.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { SoundFile } from '#web/ui/audio/SoundFile.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';

/** What callers hear on hold, and in queues with music of the workspace's own. Admins change it. */
export function MusicPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const mayEdit = useMay()('queues.edit');
  const refresh = useRefresh(query.telephony);
  const { data, error, refetch } = useQuery(
    query.telephony.music.queryOptions({ input: {}, enabled: opened }),
  );
  return (
    <SidePanel opened={opened} onClose={onClose} title="Music on hold">
      {error ? (
        <ErrorState title="The music could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            Callers on hold hear it, and those in queues that are set to your own music. An MP3 or WAV file of
            at most {holdMusicLimits.seconds / 60} minutes, which is played over and over. Please see to it
            that you may play it in public.
          </Text>
          <section aria-label="Own music">
            {data.music && (
              <Text size="sm" fw={550} className="db-wrap">
                {data.music.name}
              </Text>
            )}
            <SoundFile
              label="Music on hold"
              sound={data.music}
              otherwise="The exchange’s own music"
              onChoose={mayEdit ? (audio, name) => api.telephony.setMusic({ audio, name }) : undefined}
              onRemove={() => api.telephony.setMusic({})}
              onRefresh={refresh}
            />
          </section>
        </Stack>
      ) : (
        <LinesSkeleton />
      )}
    </SidePanel>
  );
}
