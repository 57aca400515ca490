import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Queue, queueLimits, type ShownMember } from '#shared/model/queue.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';
import { ExtensionStatusBadge } from '../extensions/StatusBadge.tsx';

/** Who takes the calls of a queue. Admins pause everybody, agents themselves. */
export function QueueMembers({ queue }: { queue: Queue }) {
  const may = useMay();
  const { user } = useSignedIn();
  const mayPause = ({ userId }: ShownMember) =>
    may('queues.edit') || (may('queues.pause') && userId === user.userId);
  const groupName = (groupId: string) =>
    queue.groups.find((one) => one.groupId === groupId)?.name ?? 'a group';
  if (queue.members.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {queue.groups.length > 0 ? 'Nobody of its groups has an extension.' : 'Nobody takes its calls yet.'}
      </Text>
    );
  return (
    <Stack component="ul" className="db-list" gap={14}>
      {queue.members.map((member) => (
        <li key={member.extensionId} aria-label={member.name}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text size="sm" fw={550}>
                {member.name}
              </Text>
              <Text size="xs" c="dimmed">
                Extension {member.number}, penalty {member.penalty}
                {member.groupId && `, by ${groupName(member.groupId)}`}
                {member.paused && `. Paused: ${member.reason}`}
              </Text>
            </div>
            <ExtensionStatusBadge status={member.status} />
          </Group>
          {mayPause(member) && <PauseControl queueId={queue.id} member={member} />}
        </li>
      ))}
    </Stack>
  );
}

/** Pauses a member, with the reason, or lets it go on. */
function PauseControl({ queueId, member }: { queueId: string; member: ShownMember }) {
  const [reason, setReason] = useState<string>();
  const client = useQueryClient();
  const { extensionId, name, paused } = member;
  const pause = useMutation({
    mutationFn: (change: { paused: boolean; reason: string }) =>
      api.pbx.pauseQueueMember({ id: queueId, extensionId, ...change }),
    onSuccess: async () => {
      setReason(undefined);
      await client.invalidateQueries({ queryKey: query.pbx.key() });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (paused)
    return (
      <Button
        data-changes
        variant="default"
        size="xs"
        mt={6}
        loading={pause.isPending}
        aria-label={`Let ${name} take calls again`}
        onClick={() => pause.mutate({ paused: false, reason: '' })}
      >
        Take calls again
      </Button>
    );
  if (reason === undefined)
    return (
      <Button
        data-changes
        variant="default"
        size="xs"
        mt={6}
        aria-label={`Pause ${name}`}
        onClick={() => setReason('')}
      >
        Pause
      </Button>
    );
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        pause.mutate({ paused: true, reason: reason.trim() });
      }}
    >
      <Group gap={8} mt={6} align="flex-end">
        <TextInput
          label="Why"
          placeholder="Training"
          size="xs"
          required
          maxLength={queueLimits.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" loading={pause.isPending} disabled={reason.trim() === ''}>
          Pause
        </Button>
        <Button variant="default" size="xs" onClick={() => setReason(undefined)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
