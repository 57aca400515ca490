import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPhone, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { VoicemailMessage } from '#shared/model/voicemail.ts';
import { api, query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { Refused } from '#web/features/calls/Refused.tsx';
import { partyOf, talkText, useAgentNames } from '#web/features/calls/shared.tsx';
import { AudioPlayer } from '#web/ui/audio/AudioPlayer.tsx';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';

const when = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface MessagePanelProps {
  /** Undefined while none is open. */
  message: VoicemailMessage | undefined;
  onClose: () => void;
}

/** One message: what was said, who called, and what can be done about it. */
export function MessagePanel({ message, onClose }: MessagePanelProps) {
  return (
    <SidePanel
      opened={message !== undefined}
      onClose={onClose}
      title={message ? `Message from ${partyOf(message)}` : 'Message'}
    >
      {message && <Message key={message.id} message={message} onClose={onClose} />}
    </SidePanel>
  );
}

function Message({ message, onClose }: { message: VoicemailMessage; onClose: () => void }) {
  const may = useMay();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = useRefresh(query.pbx);
  const { nameOf } = useAgentNames();
  const { id, phone, leadId, leadName, boxName, at, seconds, isHeard, heardAt, heardBy } = message;
  const hear = useMutation({
    ...query.pbx.hearVoicemail.mutationOptions(),
    onSuccess: refresh,
    onError: (error) => toast.error(error),
  });
  const mark = useMutation({
    ...query.pbx.markVoicemail.mutationOptions(),
    onSuccess: refresh,
    onError: (error) => toast.error(error),
  });
  const callBack = useMutation({
    mutationFn: () => api.calls.create({ phone, ...(leadId ? { leadId } : {}), start: true }),
    onSuccess: async (call) => {
      await client.invalidateQueries({ queryKey: query.calls.key() });
      void navigate(`/calls?call=${call.id}`);
    },
  });
  const play = () => hear.mutate({ id });
  return (
    <Stack gap="lg">
      {hear.data ? (
        <AudioPlayer src={hear.data.url} label={`Message from ${partyOf(message)}`} onRetry={play} />
      ) : (
        <div>
          <Button
            data-changes
            variant="default"
            leftSection={<IconPlayerPlay size={16} />}
            loading={hear.isPending}
            onClick={play}
          >
            Listen, {talkText(seconds)}
          </Button>
          <Text size="xs" c="dimmed" mt={6}>
            It counts as heard then. The audit log notes who listens.
          </Text>
        </div>
      )}
      <DefinitionList>
        <Definition term="From" figures>
          {phone ? phoneText(phone) : 'An unknown number'}
        </Definition>
        {leadId && (
          <Definition term="Lead">
            <Anchor component={Link} to={`/leads/${leadId}`} size="sm">
              {leadName || phoneText(phone)}
            </Anchor>
          </Definition>
        )}
        <Definition term="For">{boxName || 'A box that was removed'}</Definition>
        <Definition term="Left">{when(at)}</Definition>
        {isHeard && heardAt && (
          <Definition term="Heard">
            {when(heardAt)}
            {heardBy && `, ${nameOf(heardBy)}`}
          </Definition>
        )}
      </DefinitionList>
      {callBack.error && <Refused error={callBack.error} />}
      <Group gap={8}>
        {phone && may('calls.create') && (
          <Button
            data-changes
            leftSection={<IconPhone size={16} />}
            loading={callBack.isPending}
            onClick={() => callBack.mutate()}
          >
            Call back
          </Button>
        )}
        <Button
          data-changes
          variant="default"
          loading={mark.isPending}
          onClick={() => mark.mutate({ id, isHeard: !isHeard })}
        >
          {isHeard ? 'Mark as new' : 'Mark as heard'}
        </Button>
        <AskButton
          label="Remove"
          title={`Remove the message from ${partyOf(message)}?`}
          confirmLabel="Remove it"
          onConfirm={async () => {
            await api.pbx.removeVoicemail({ id });
            onClose();
            await refresh();
          }}
        >
          What was said cannot be heard any more. The audit log notes who removed it.
        </AskButton>
      </Group>
    </Stack>
  );
}
