import { Anchor, Box, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { segmentsWith, type Transcript } from '#shared/model/transcript.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { timeText } from '#web/ui/audio/waveform.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './Calls.module.css';

interface TranscriptTextProps {
  callId: string;
  transcript: Transcript;
  /** Where the recording is; seconds. */
  at: number;
  onGoTo: (seconds: number) => void;
  /** Asks for it anew. */
  onAsk: () => void;
}

/** What was said in a recording: each line leads to its time, and the one that is heard is marked. */
export function TranscriptText({ callId, transcript, at, onGoTo, onAsk }: TranscriptTextProps) {
  const [search, setSearch] = useState('');
  const { state, segments } = transcript;
  const found = segmentsWith(segments, search);
  const shown = search.trim() === '' ? segments.map((_, n) => n) : found;
  return (
    <Box component="section" aria-label="Transcript" mt={16}>
      <Title order={4} fz="sm" mb={6}>
        Transcript
      </Title>
      {state !== 'done' ? (
        <NotThere callId={callId} transcript={transcript} onAsk={onAsk} />
      ) : segments.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody says anything in this recording.
        </Text>
      ) : (
        <>
          <TextInput
            type="search"
            aria-label="Search the transcript"
            placeholder="Search the transcript"
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Text size="xs" c="dimmed" mt={4} role="status">
            {search.trim() === ''
              ? 'Made by a machine: listen before you rely on it.'
              : found.length === 0
                ? 'Nobody says this.'
                : `${found.length} of ${segments.length} lines`}
          </Text>
          <Box component="ol" className="db-list db-scroll" mah={320} mt={8}>
            {shown.map((n) => {
              const { speaker, start, end, text } = segments[n]!;
              const isHeard = at > 0 && at >= start && at < Math.max(end, segments[n + 1]?.start ?? end);
              return (
                <li key={n} className={styles.line} aria-current={isHeard || undefined}>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    className="db-figures"
                    ta="start"
                    aria-label={`Go to ${timeText(start)}`}
                    onClick={() => onGoTo(start)}
                  >
                    {timeText(start)}
                  </Anchor>
                  <div>
                    {speaker && speaker !== segments[shown[shown.indexOf(n) - 1] ?? -1]?.speaker && (
                      <Text size="xs" c="dimmed">
                        Speaker {speaker}
                      </Text>
                    )}
                    <Text size="sm">{text}</Text>
                  </div>
                </li>
              );
            })}
          </Box>
        </>
      )}
    </Box>
  );
}

/** Why there is no transcript, and what can be done about it. */
function NotThere({
  callId,
  transcript,
  onAsk,
}: Pick<TranscriptTextProps, 'callId' | 'transcript' | 'onAsk'>) {
  const mayMake = useMay()('recordings.manage');
  const { state, reason, recordingId } = transcript;
  const make = useMutation({
    ...query.calls.makeTranscript.mutationOptions(),
    onSuccess: onAsk,
    onError: (error) => toast.error(error),
  });
  const isBeingMade = state === 'waiting' || state === 'asked';
  return (
    <Group gap={12} align="center">
      <Text size="sm" c="dimmed" role="status">
        {isBeingMade
          ? 'It is being made, which takes some minutes.'
          : state === 'failed'
            ? `It could not be made. ${reason}`
            : 'There is none of this recording.'}
      </Text>
      {isBeingMade ? (
        <Button data-changes variant="default" size="compact-sm" onClick={onAsk}>
          Look again
        </Button>
      ) : (
        mayMake && (
          <Button
            data-changes
            variant="default"
            size="compact-sm"
            loading={make.isPending}
            onClick={() => make.mutate({ id: callId, recordingId })}
          >
            {state === 'failed' ? 'Try again' : 'Make one'}
          </Button>
        )
      )}
    </Group>
  );
}
