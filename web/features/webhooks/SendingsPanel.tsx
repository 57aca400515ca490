import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Endpoint, Sending } from '#shared/model/webhook-endpoint.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { More } from '#web/ui/More.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { byCursor } from '#web/ui/resource/address-filters.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { CopyField } from './CopyField.tsx';
import { useRefreshWebhooks } from './useWebhooks.ts';

const words: Record<Sending['status'], { label: string; color: string }> = {
  pending: { label: 'On its way', color: 'blue' },
  retrying: { label: 'Tried again later', color: 'amber' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
};

interface SendingsPanelProps {
  endpoint: Endpoint | undefined;
  onClose: () => void;
  mayManage: boolean;
}

/** What was sent to an endpoint, each with every attempt. */
export function SendingsPanel({ endpoint, onClose, mayManage }: SendingsPanelProps) {
  const refresh = useRefreshWebhooks();
  const [shown, setShown] = useState(endpoint);
  useEffect(() => {
    if (endpoint) setShown(endpoint);
  }, [endpoint]);
  const list = useInfiniteQuery(
    query.webhooks.sendings.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: shown?.id ?? '',
        limit: 25,
        ...(cursor ? { cursor } : {}),
      }),
      ...byCursor,
      enabled: Boolean(endpoint),
      refetchInterval: usePollInterval('webhooks', 4_000),
    }),
  );
  const messages = list.data?.pages.flatMap((page) => page.messages);
  async function resend(messageId: string) {
    try {
      await api.webhooks.resend({ id: shown!.id, messageId });
      await refresh();
      toast.success('The message will be resent');
    } catch (error) {
      toast.error(error);
    }
  }
  return (
    <SidePanel opened={Boolean(endpoint)} onClose={onClose} title={shown?.name ?? ''} width={600}>
      {list.error && !messages ? (
        <ErrorState
          title="The messages could not be loaded"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : !messages ? (
        <LinesSkeleton lines={6} />
      ) : messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was sent to it yet. Send a sample from its menu to try the receiver.
        </Text>
      ) : (
        <Accordion variant="separated" chevronPosition="left">
          {messages.map((one) => (
            <Accordion.Item key={one.id} value={one.id}>
              <Accordion.Control>
                <Group gap="xs" justify="space-between" wrap="nowrap">
                  <Stack gap={0} miw={0}>
                    <Text size="sm" fw={550} truncate>
                      {one.type}
                    </Text>
                    <Text size="xs" c="dimmed">
                      <RelativeTime at={one.at} />
                      {one.replayOf && ', a replay'}
                    </Text>
                  </Stack>
                  <Badge variant="light" tt="none" color={words[one.status].color} flex="none">
                    {words[one.status].label}
                  </Badge>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap={14}>
                  <Stack component="ol" className="db-list" gap={10}>
                    {one.attempts.map((attempt) => (
                      <Group component="li" key={attempt.at} gap={10} align="flex-start" wrap="nowrap">
                        <Badge variant="light" tt="none" color={attempt.ok ? 'green' : 'red'} flex="none">
                          {attempt.status ?? 'No answer'}
                        </Badge>
                        <Stack gap={0} miw={0}>
                          <Text size="xs" className="db-figures">
                            {`${new Date(attempt.at).toLocaleString()}, ${attempt.ms} ms`}
                          </Text>
                          {attempt.error && (
                            <Text size="xs" c="red" className="db-wrap">
                              {attempt.error}
                            </Text>
                          )}
                          {attempt.answer && (
                            <Text size="xs" c="dimmed" className="db-wrap">
                              {attempt.answer.slice(0, 300)}
                            </Text>
                          )}
                        </Stack>
                      </Group>
                    ))}
                  </Stack>
                  {one.nextAt && one.status === 'retrying' && (
                    <Text
                      size="xs"
                      c="dimmed"
                    >{`The next attempt is at ${new Date(one.nextAt).toLocaleString()}.`}</Text>
                  )}
                  {one.hidden ? (
                    <Text size="xs" c="dimmed">
                      It tells of a colleague's lead. They and your admins see what was sent.
                    </Text>
                  ) : (
                    <CopyField
                      block
                      label="Payload"
                      value={JSON.stringify(JSON.parse(one.payload), null, 2)}
                    />
                  )}
                  {mayManage && (
                    <Group>
                      <Button
                        data-changes
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconRefresh size={15} />}
                        onClick={() => void resend(one.id)}
                      >
                        Send again
                      </Button>
                    </Group>
                  )}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      <More of={list} />
    </SidePanel>
  );
}
