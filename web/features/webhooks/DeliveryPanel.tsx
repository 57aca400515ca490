import { Alert, Anchor, Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDeviceTv, IconLock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { WebhookRow } from '#shared/model/webhook.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { CopyField } from './CopyField.tsx';
import { useRefreshWebhooks } from './useWebhooks.ts';
import { outcomeWords, sizeWords, statusWords } from './words.ts';

interface DeliveryPanelProps {
  webhookId: string;
  deliveryId: string | null;
  onClose: () => void;
  onOpen: (deliveryId: string) => void;
}

/** JSON in lines where it is JSON, else the text as it came. */
function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** What became of each lead, one a line. */
export function Rows({ rows }: { rows: readonly WebhookRow[] }) {
  return (
    <Stack component="ol" className="db-list" gap={10}>
      {rows.map((row) => (
        <Group component="li" key={row.index} gap={10} align="flex-start" wrap="nowrap">
          <Badge variant="light" tt="none" color={outcomeWords[row.outcome].color} flex="none">
            {outcomeWords[row.outcome].label}
          </Badge>
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={550} truncate>
              {row.leadId ? (
                <Anchor component={Link} to={`/leads/${row.leadId}`} inherit>
                  {row.name || phoneText(row.phone) || row.email || 'Open the lead'}
                </Anchor>
              ) : (
                row.name || phoneText(row.phone) || row.email || `Entry ${row.index + 1}`
              )}
            </Text>
            <Text size="xs" c="dimmed" className="db-wrap">
              {[row.name ? phoneText(row.phone) : '', row.email].filter(Boolean).join(', ')}
              {row.tags.length > 0 && ` · ${row.tags.join(', ')}`}
            </Text>
            {row.error && (
              <Text size="xs" c="red" className="db-wrap">
                {row.error}
              </Text>
            )}
            {row.notes.map((note) => (
              <Text key={note} size="xs" className="db-wrap">
                {note}
              </Text>
            ))}
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}

/** One delivery: what was sent, what became of each lead, and a replay. */
export function DeliveryPanel({ webhookId, deliveryId, onClose, onOpen }: DeliveryPanelProps) {
  const refresh = useRefreshWebhooks();
  const [busy, run] = useBusy();
  // The panel keeps what it shows while it slides away.
  const [shown, setShown] = useState(deliveryId);
  useEffect(() => {
    if (deliveryId) setShown(deliveryId);
  }, [deliveryId]);
  const pollMs = usePollInterval('webhooks', 1_500);
  const one = useQuery(
    query.webhooks.delivery.queryOptions({
      input: { id: webhookId, deliveryId: shown ?? '' },
      enabled: Boolean(shown),
      refetchInterval: ({ state }) => (state.data?.status === 'received' ? pollMs : false),
    }),
  );
  async function replay() {
    await run(async () => {
      const { deliveryId: made } = await api.webhooks.replay({ id: webhookId, deliveryId: shown! });
      await refresh();
      toast.success('The delivery is being replayed');
      onOpen(made);
    });
  }
  const { data } = one;
  return (
    <SidePanel
      opened={Boolean(deliveryId)}
      onClose={onClose}
      title="Delivery"
      width={560}
      footer={
        data &&
        data.status !== 'rejected' &&
        !data.payloadHidden && (
          <Button
            data-changes
            variant="default"
            loading={busy}
            leftSection={<IconRefresh size={16} />}
            onClick={replay}
          >
            Replay
          </Button>
        )
      }
    >
      {one.error ? (
        <ErrorState
          title="The delivery could not be loaded"
          error={one.error}
          onRetry={() => one.refetch()}
        />
      ) : !data ? (
        <LinesSkeleton lines={6} />
      ) : (
        <Stack gap={14}>
          <Group gap="xs">
            <Badge variant="light" tt="none" color={statusWords[data.status].color}>
              {statusWords[data.status].label}
            </Badge>
            <Text size="sm" c="dimmed">
              {`${new Date(data.at).toLocaleString()} · ${sizeWords(data.bytes)} · ${data.address}`}
            </Text>
          </Group>
          {data.replayOf && (
            <Text size="sm">
              A replay of{' '}
              <Anchor component="button" type="button" inherit onClick={() => onOpen(data.replayOf!)}>
                an earlier delivery
              </Anchor>
              .
            </Text>
          )}
          {data.replays.length > 0 && (
            <Text size="sm">
              Replayed{' '}
              <Anchor component="button" type="button" inherit onClick={() => onOpen(data.replays.at(-1)!)}>
                {data.replays.length === 1 ? 'once' : `${data.replays.length} times`}
              </Anchor>
              .
            </Text>
          )}
          {data.error && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />}>
              {data.error}
            </Alert>
          )}
          {data.announcement && (
            <Alert color="blue" icon={<IconDeviceTv size={18} />} title="Announcement">
              {data.announcement}
            </Alert>
          )}
          {data.results.length > 0 && (
            <section aria-label="Leads">
              <Box component="h3" m="0 0 8px" fz="sm" fw={600}>
                {`${data.succeeded.toLocaleString()} of ${data.rows.toLocaleString()} leads went well`}
              </Box>
              <Rows rows={data.results} />
            </section>
          )}
          <section aria-label="Payload">
            <Box component="h3" m="0 0 8px" fz="sm" fw={600}>
              What was sent
            </Box>
            {data.payloadHidden ? (
              <Alert color="gray" icon={<IconLock size={18} />}>
                It holds a colleague's lead. They and your admins see what was sent, and an admin can replay
                it.
              </Alert>
            ) : (
              <CopyField
                block
                label="Payload"
                value={data.payloadTruncated ? data.payload : pretty(data.payload)}
              />
            )}
            {data.payloadTruncated && (
              <Text size="xs" c="dimmed" mt={4}>
                {data.status === 'rejected'
                  ? 'The beginning of it. Of what was refused no more is kept.'
                  : 'The beginning of it; the whole is kept and worked.'}
              </Text>
            )}
          </section>
        </Stack>
      )}
    </SidePanel>
  );
}
