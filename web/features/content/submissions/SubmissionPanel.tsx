import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, queryClient } from '#web/app/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { refreshLists } from '../data/refresh.ts';
import { deliveryLooks, shownAnswer } from './delivery.ts';

/** One submission: its answers, and how it was handed on. */
export function SubmissionPanel({ id, onClose }: { id: string | null; onClose: () => void }) {
  const [removing, setRemoving] = useState(false);
  const [busy, run] = useBusy();
  const options = query.content.getSubmission.queryOptions({ input: { id: id ?? '' } });
  const { data, error, refetch } = useQuery({
    ...options,
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      ['pending', 'retrying'].includes(state.data?.delivery.status ?? '') ? 3_000 : false,
  });
  const refresh = () =>
    refreshLists(query.content.listSubmissions.key(), query.content.submissionResults.key());
  const retry = async () => {
    await run(async () => {
      queryClient.setQueryData(options.queryKey, await api.content.retrySubmission({ id: id! }));
      toast.success('It is sent once more');
      await refresh();
    });
  };
  const delivery = data?.delivery;
  return (
    <>
      <SidePanel
        opened={id !== null}
        onClose={onClose}
        title={data?.kind === 'survey' ? 'Survey answers' : 'Message'}
        footer={
          data && (
            <Group justify="space-between">
              <Button
                data-changes
                variant="default"
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => setRemoving(true)}
              >
                Delete
              </Button>
              {delivery?.status === 'failed' && (
                <Button
                  data-changes
                  leftSection={<IconRefresh size={16} />}
                  loading={busy}
                  onClick={() => void retry()}
                >
                  Send again
                </Button>
              )}
            </Group>
          )
        }
      >
        {error && !data ? (
          <ErrorState
            title="The submission could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : !data || !delivery ? (
          <Stack>
            {[70, 40, 90].map((width) => (
              <Skeleton key={width} h={16} w={`${width}%`} />
            ))}
          </Stack>
        ) : (
          <Stack gap="lg">
            <Text size="sm" c="dimmed" className="db-figures">
              Received {new Date(data.at).toLocaleString()}
            </Text>
            <Stack component="dl" gap={14} m={0}>
              {data.fields.map(({ name, label, answer }) => (
                <div key={name}>
                  <dt className="db-note">{label}</dt>
                  <Box component="dd" className="db-pre" m="2px 0 0" dir="auto">
                    {shownAnswer(answer)}
                  </Box>
                </div>
              ))}
            </Stack>
            <Surface component="section" aria-label="Delivery">
              <Group justify="space-between" mb={6}>
                <Text fw={600} size="sm">
                  {delivery.action === 'email' ? 'By e-mail' : 'By webhook'}
                </Text>
                <Badge color={deliveryLooks[delivery.status].color} variant="light" tt="none" radius="sm">
                  {deliveryLooks[delivery.status].label}
                </Badge>
              </Group>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {delivery.target || 'No address is set in the form.'}
              </Text>
              <Text size="xs" c="dimmed" mt={6} className="db-figures" role="status">
                {delivery.deliveredAt
                  ? `Delivered ${new Date(delivery.deliveredAt).toLocaleString()}`
                  : delivery.attempts === 1
                    ? 'Tried once'
                    : `Tried ${delivery.attempts} times`}
              </Text>
              {delivery.error && (
                <Text size="sm" c="red" mt={6}>
                  {delivery.error}
                </Text>
              )}
              {delivery.status === 'failed' && (
                <Text size="xs" c="dimmed" mt={6}>
                  Mend the address in the form first: it is sent to where the form says now.
                </Text>
              )}
            </Surface>
          </Stack>
        )}
      </SidePanel>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title="Delete this submission?"
        confirmLabel="Delete submission"
        danger
        onConfirm={async () => {
          await api.content.removeSubmission({ id: id! });
          toast.success('Submission deleted');
          onClose();
          await refresh();
        }}
      >
        What was handed on by e-mail or webhook stays where it is. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
