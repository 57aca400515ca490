import { Button, Stack, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { noAudioUrl, promptLimits } from '#shared/model/prompt-recording.ts';
import { api } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { AudioPlayer } from '#web/ui/audio/AudioPlayer.tsx';
import { HeardRecording } from '#web/ui/audio/RecordingChoice.tsx';
import { toast } from '#web/ui/toast.ts';
import type { DrawnNode } from '../../graph.ts';
import type { Named } from '../../resources.ts';
import { heardAt, recordingHeardAt } from '../../words.ts';

interface HearingProps {
  node: DrawnNode;
  named: Named;
}

/** What callers hear at a node: a recording, or a text that a voice reads. */
export function Hearing({ node, named }: HearingProps) {
  const recordingId = recordingHeardAt(node, named);
  if (recordingId) return <HeardRecording id={recordingId} />;
  const text = heardAt(node, named);
  if (!text) return null;
  const menu = node.type === 'ivr' ? named.menus.get(node.data.ivrId ?? '') : undefined;
  const voice =
    menu?.voice ?? (node.type === 'playback' || node.type === 'collect' ? node.data.voice : 'Joanna');
  return <ReadText key={`${voice} ${text}`} text={text} voice={voice} />;
}

async function readAloud({ text, voice }: { text: string; voice: string }): Promise<string> {
  const beginning = text.slice(0, promptLimits.trial);
  const { audioUrl } = await api.recordings.testVoice({ voiceId: voice, text: beginning });
  if (!audioUrl) throw new Error(noAudioUrl);
  return audioUrl;
}

function speakHere(text: string) {
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(text));
}

/** A text to be read, and heard by the voice that reads it to callers; by this device's for those who may not ask that. */
function ReadText({ text, voice }: { text: string; voice: string }) {
  const isOurs = useMay()('prompts.edit');
  const sound = useMutation({ mutationFn: readAloud, onError: (error) => toast.error(error) });
  const hear = () => (isOurs ? sound.mutate({ text, voice }) : speakHere(text));
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed" dir="auto">
        Callers hear: “{text}”
      </Text>
      {sound.data ? (
        <AudioPlayer src={sound.data} label="What callers hear" onRetry={hear} />
      ) : (
        (isOurs || 'speechSynthesis' in window) && (
          <Button
            data-changes={isOurs || undefined}
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconVolume size={15} />}
            loading={sound.isPending}
            title={isOurs ? undefined : 'By this device’s voice'}
            onClick={hear}
          >
            {isOurs && text.length > promptLimits.trial ? 'Hear how it begins' : 'Hear it'}
          </Button>
        )
      )}
    </Stack>
  );
}
