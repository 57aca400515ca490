import { Alert, Button, CopyButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TelephoneExchange } from '#shared/model/telephone-exchange.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';

interface EnrolmentDialogProps {
  exchange: TelephoneExchange;
  onClose: () => void;
}

const isThisMachine = (product: string): boolean => /^http:\/\/(localhost|127\.)/.test(product);

/** What is run beside the exchange, with the token in it. */
const commandOf = (token: string, product: string): string =>
  isThisMachine(product)
    ? `ENROLMENT_TOKEN=${token} PRODUCT=${product} npm run asterisk`
    : `ENROLMENT_TOKEN=${token} BRIDGE_SETTINGS=/etc/dealbell/bridge.json node /opt/dealbell/bridge.mjs`;

/** Makes an enrolment token, shows it this once in the command that spends it, and waits until it is spent. */
export function EnrolmentDialog({ exchange, onClose }: EnrolmentDialogProps) {
  const client = useQueryClient();
  const make = useMutation(
    query.telephony.enrolExchange.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: query.telephony.key() }),
    }),
  );
  const { data } = useQuery(query.telephony.exchanges.queryOptions({ input: {} }));
  const now = data?.exchanges.find(({ id }) => id === exchange.id);
  const isSpent =
    make.data !== undefined && now !== undefined && !now.enrolmentUntil && now.state !== 'enrolling';
  const isConnected = isSpent && (now?.state === 'online' || now?.state === 'degraded');
  const command = make.data ? commandOf(make.data.token, make.data.product) : '';
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={<Text fw={650}>Connect the bridge of {exchange.name}</Text>}
      closeOnClickOutside={make.data === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {!make.data && (
          <Text size="sm">
            The bridge stands beside your Asterisk and fetches its commands here. It enrols by a token that
            works once, for an hour.
            {now?.state === 'online' &&
              ' The bridge that is connected now works on until the new one has come.'}
          </Text>
        )}
        {make.error && (
          <Alert color="red" role="alert">
            {messageOf(make.error)}
          </Alert>
        )}
        {make.data && (
          <>
            <Alert color="ink" icon={<IconEyeOff size={18} />}>
              Run this beside the exchange now: the token is never shown again.
            </Alert>
            <Textarea
              readOnly
              autosize
              label="Command"
              styles={{
                input: { fontFamily: 'var(--mantine-font-family-monospace)', overflowWrap: 'anywhere' },
              }}
              value={command}
              onFocus={(event) => event.currentTarget.select()}
            />
            {!isThisMachine(make.data.product) && (
              <Text size="sm" c="dimmed">
                With <code>{`"product": "${make.data.product}"`}</code> and{' '}
                <code>{`"phoneUrl": "${exchange.phoneUrl}"`}</code> in its settings file.
              </Text>
            )}
            <Text size="sm" role="status">
              {isConnected
                ? 'The bridge is connected.'
                : `Waiting for the bridge, until ${new Date(make.data.expiresAt).toLocaleTimeString(undefined, { timeStyle: 'short' })}.`}
            </Text>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {make.data ? (
            <>
              <CopyButton value={command}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    onClick={copy}
                  >
                    {copied ? 'Copied' : 'Copy command'}
                  </Button>
                )}
              </CopyButton>
              <Button onClick={onClose}>Done</Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button data-changes loading={make.isPending} onClick={() => make.mutate({ id: exchange.id })}>
                Make token
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
