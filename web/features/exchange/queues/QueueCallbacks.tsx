import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Queue } from '#shared/model/queue.ts';
import { type CallbackStatus, isOpenCallback, type QueueCallback } from '#shared/model/queue-callback.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { AskButton } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';

const pollMs = 10_000;
/** Of those that are over; the rest is in the call log. */
const mostOver = 10;

const states: Record<CallbackStatus, { label: string; color: string }> = {
  waiting: { label: 'In line', color: 'blue' },
  calling: { label: 'Being called', color: 'green' },
  done: { label: 'Called back', color: 'green' },
  failed: { label: 'Not reached', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
};

const timeText = (at: string) =>
  new Date(at).toLocaleString(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

function detailsOf({ askedAt, status, attempts, nextAt, reason }: QueueCallback): string {
  const tried = attempts > 0 ? `, called ${attempts === 1 ? 'once' : `${attempts} times`}` : '';
  const later = status === 'waiting' && nextAt && nextAt > new Date().toISOString();
  return `Asked ${timeText(askedAt)}${tried}${later ? `, again from ${timeText(nextAt)}` : ''}.${reason ? ` ${reason}` : ''}`;
}

/** Who asked a queue to be called back; admins take them out of the line. Nothing where nobody may and nobody has. */
export function QueueCallbacks({ queue }: { queue: Queue }) {
  const mayCancel = useMay()('queues.edit');
  const client = useQueryClient();
  const list = useQuery(
    query.pbx.queueCallbacks.queryOptions({
      input: { id: queue.id },
      refetchInterval: usePollInterval('calls', pollMs),
    }),
  );
  const open = list.data?.callbacks.filter(isOpenCallback) ?? [];
  const over = list.data?.callbacks.filter((one) => !isOpenCallback(one)).slice(0, mostOver) ?? [];
  const cancel = async ({ id }: QueueCallback) => {
    await api.pbx.cancelCallback({ id });
    await client.invalidateQueries({ queryKey: query.pbx.key() });
  };
  if (list.data && !queue.callback && open.length + over.length === 0) return null;
  return (
    <section aria-labelledby="queue-callbacks">
      <Title order={3} fz="sm" mb={8} id="queue-callbacks">
        Callbacks
      </Title>
      {list.error && !list.data ? (
        <ErrorState
          title="The callbacks could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <FormSkeleton fields={1} />
      ) : open.length + over.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody has asked to be called back.
        </Text>
      ) : (
        <Stack component="ul" className="db-list" gap={14}>
          {[...open, ...over].map((one) => {
            const who = one.leadName || phoneText(one.phone);
            const { label, color } = states[one.status];
            return (
              <li key={one.id} aria-label={who}>
                <Group justify="space-between" wrap="nowrap" align="flex-start">
                  <div>
                    <Text size="sm" fw={550}>
                      {who}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {one.leadName && <>{phoneText(one.phone)}. </>}
                      {detailsOf(one)}
                    </Text>
                  </div>
                  <Group gap={8} wrap="nowrap">
                    <Badge variant="light" tt="none" color={color}>
                      {label}
                    </Badge>
                    {mayCancel && one.status === 'waiting' && (
                      <AskButton
                        label={
                          <>
                            Cancel<span className="db-visually-hidden"> the callback of {who}</span>
                          </>
                        }
                        button={{ size: 'compact-xs' }}
                        title={`Take ${who} out of the line?`}
                        confirmLabel="Take out"
                        onConfirm={() => cancel(one)}
                      >
                        They are not called back, and are not told.
                      </AskButton>
                    )}
                  </Group>
                </Group>
              </li>
            );
          })}
        </Stack>
      )}
    </section>
  );
}
