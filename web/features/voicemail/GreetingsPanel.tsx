import { Stack, Text, Title } from '@mantine/core';
import { IconRecordMail } from '@tabler/icons-react';
import { type VoicemailBox, voicemailLimits } from '#shared/model/voicemail.ts';
import { api, query } from '#web/app/api.ts';
import { SoundFile } from '#web/ui/audio/SoundFile.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';

interface GreetingsPanelProps {
  opened: boolean;
  onClose: () => void;
  boxes: readonly VoicemailBox[];
}

/** What callers hear before the tone, of each box that one may change. */
export function GreetingsPanel({ opened, onClose, boxes }: GreetingsPanelProps) {
  const own = boxes.filter(({ mayEdit }) => mayEdit);
  return (
    <SidePanel opened={opened} onClose={onClose} title="Greetings">
      {own.length === 0 ? (
        <EmptyState icon={IconRecordMail} title="No box of yours">
          An admin turns voicemail on for an extension or a queue.
        </EmptyState>
      ) : (
        <Stack gap="xl">
          <Text size="sm" c="dimmed">
            What callers hear before the tone. An MP3 or WAV file of at most {voicemailLimits.greeting}{' '}
            seconds; without one, the exchange asks for a message in its own words.
          </Text>
          {own.map((box) => (
            <Greeting key={box.id} box={box} />
          ))}
        </Stack>
      )}
    </SidePanel>
  );
}

function Greeting({ box }: { box: VoicemailBox }) {
  const { id, kind, name, number, isOn, greeting } = box;
  const set = (audio?: Blob) =>
    kind === 'queue' ? api.pbx.setQueueGreeting({ id, audio }) : api.pbx.setExtensionGreeting({ id, audio });
  return (
    <section aria-label={`${name} (${number})`}>
      <Title order={3} fz="sm">
        {name} <span className="db-figures">({number})</span>
      </Title>
      {!isOn && (
        <Text size="xs" c="dimmed" mt={2}>
          Its voicemail is off: callers leave no message.
        </Text>
      )}
      <SoundFile
        label={`Greeting of ${name}`}
        sound={greeting}
        otherwise="The exchange’s own words"
        onChoose={(audio) => set(audio)}
        onRemove={() => set()}
        onRefresh={useRefresh(query.pbx)}
      />
    </section>
  );
}
