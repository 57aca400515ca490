import { ActionIcon, Anchor, Box, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Call } from '#shared/model/call.ts';
import { type HeardRecording, type RecordingComment, recordingLimits } from '#shared/model/recording.ts';
import type { Transcript } from '#shared/model/transcript.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { AudioPlayer } from '#web/ui/audio/AudioPlayer.tsx';
import { timeText } from '#web/ui/audio/waveform.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './Calls.module.css';
import { useAgentNames } from './shared.tsx';
import { TranscriptText } from './TranscriptText.tsx';

interface Given {
  recordings?: readonly HeardRecording[];
  transcripts?: readonly Transcript[];
}

/** The recordings of a call, which are asked for first: who listens stands in the audit log. */
export function Recording({ call }: { call: Call }) {
  const may = useMay();
  // What was given stays while it is asked for again: a comment that is being written, what is searched for, the focus.
  const [given, setGiven] = useState<Given>({});
  const hear = useMutation({
    ...query.calls.hearRecording.mutationOptions(),
    onSuccess: (heard) => setGiven((now) => ({ ...now, recordings: heard.recordings })),
    onError: (error) => toast.error(error),
  });
  const read = useMutation({
    ...query.calls.readTranscripts.mutationOptions(),
    onSuccess: (made) => setGiven((now) => ({ ...now, transcripts: made.transcripts })),
    onError: (error) => toast.error(error),
  });
  if (!call.recorded) return null;
  const { recordings, transcripts } = given;
  const askTranscript = () => read.mutate({ id: call.id });
  const ask = () => {
    hear.mutate({ id: call.id });
    askTranscript();
  };
  return (
    <Box component="section" aria-labelledby="call-recording" mb={20}>
      <Title order={3} fz="sm" id="call-recording" mb={8}>
        Recording
      </Title>
      {!may('recordings.listen') ? (
        <Text size="sm" c="dimmed">
          This call was recorded. You may not listen to recordings.
        </Text>
      ) : recordings ? (
        recordings.map((recording, n, all) => (
          <Listening
            key={recording.id}
            call={call}
            recording={recording}
            label={all.length > 1 ? `Recording ${n + 1} of ${all.length}` : 'Recording of the call'}
            isOneOfMany={all.length > 1}
            onRetry={ask}
            transcript={transcripts?.find(({ recordingId }) => recordingId === recording.id)}
            onAskTranscript={askTranscript}
          />
        ))
      ) : (
        <>
          <Button
            data-changes
            variant="default"
            leftSection={<IconPlayerPlay size={16} />}
            loading={hear.isPending}
            onClick={ask}
          >
            Listen
          </Button>
          <Text size="xs" c="dimmed" mt={6}>
            The audit log notes who listens.
          </Text>
        </>
      )}
    </Box>
  );
}

interface ListeningProps {
  call: Call;
  recording: HeardRecording;
  label: string;
  /** Its label is shown then. */
  isOneOfMany: boolean;
  onRetry: () => void;
  /** What was said; undefined while it is asked for. */
  transcript: Transcript | undefined;
  onAskTranscript: () => void;
}

function Listening({
  call,
  recording,
  label,
  isOneOfMany,
  onRetry,
  transcript,
  onAskTranscript,
}: ListeningProps) {
  const [at, setAt] = useState(0);
  const [goTo, setGoTo] = useState<{ at: number }>();
  const { data } = useQuery(query.calls.comments.queryOptions({ input: { id: call.id } }));
  const comments = data?.comments.filter(({ recordingId }) => recordingId === recording.id);
  return (
    <section className={styles.listening} aria-label={label}>
      {isOneOfMany && (
        <Text size="xs" c="dimmed" mb={4}>
          {label}
        </Text>
      )}
      <AudioPlayer
        src={recording.url}
        label={label}
        marks={comments?.map((one) => one.at) ?? []}
        goTo={goTo}
        onTime={setAt}
        onRetry={onRetry}
      />
      {transcript && (
        <TranscriptText
          callId={call.id}
          transcript={transcript}
          at={at}
          onGoTo={(time) => setGoTo({ at: time })}
          onAsk={onAskTranscript}
        />
      )}
      <Comments
        callId={call.id}
        recordingId={recording.id}
        comments={comments ?? []}
        at={at}
        onGoTo={(time) => setGoTo({ at: time })}
      />
    </section>
  );
}

interface CommentsProps {
  callId: string;
  recordingId: string;
  comments: readonly RecordingComment[];
  /** Where the recording is; seconds. */
  at: number;
  onGoTo: (seconds: number) => void;
}

/** What was noted at times of the recording, and the field for one more. */
function Comments({ callId, recordingId, comments, at, onGoTo }: CommentsProps) {
  const { user } = useSignedIn();
  const seesAll = useSeesAllLeads();
  const { nameOf } = useAgentNames();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const change = {
    onSuccess: () => client.invalidateQueries({ queryKey: query.calls.comments.key() }),
    onError: (error: unknown) => toast.error(error),
  };
  const add = useMutation({ ...query.calls.addComment.mutationOptions(), ...change });
  const remove = useMutation({ ...query.calls.removeComment.mutationOptions(), ...change });
  return (
    <>
      {comments.length > 0 && (
        <Box component="ul" className="db-rows db-list" m="12px 0 0" aria-label="Comments">
          {comments.map((comment) => (
            <li key={comment.id} className={styles.comment}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                className="db-figures"
                ta="start"
                aria-label={`Go to ${timeText(comment.at)}`}
                onClick={() => onGoTo(comment.at)}
              >
                {timeText(comment.at)}
              </Anchor>
              <div>
                <Text size="sm">{comment.text}</Text>
                <Text size="xs" c="dimmed">
                  {nameOf(comment.authorId)}
                </Text>
              </div>
              {(seesAll || comment.authorId === user.userId) && (
                <ActionIcon
                  data-changes
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove the comment at ${timeText(comment.at)}`}
                  onClick={() => remove.mutate({ id: callId, commentId: comment.id })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </li>
          ))}
        </Box>
      )}
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          add.mutate({ id: callId, recordingId, at: Math.floor(at), text }, { onSuccess: () => setText('') });
        }}
      >
        <Group gap={8} mt="sm" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={`Comment at ${timeText(at)}`}
            maxLength={recordingLimits.comment}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={text.trim() === ''} loading={add.isPending}>
            Add
          </Button>
        </Group>
      </form>
    </>
  );
}
