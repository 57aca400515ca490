import { Badge, Box, Button, Group, Text } from '@mantine/core';
import {
  type ExchangeState,
  exchangeStates,
  type TelephoneExchange,
} from '#shared/model/telephone-exchange.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';

export type Act = 'use' | 'change' | 'enrol' | 'revoke' | 'remove';

const colors: Readonly<Record<ExchangeState, string>> = {
  new: 'gray',
  enrolling: 'blue',
  online: 'green',
  degraded: 'amber',
  offline: 'red',
  revoked: 'gray',
};

interface ExchangeCardProps {
  exchange: TelephoneExchange;
  onAct: (act: Act) => void;
}

const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** What is known of the program behind it, in one line. */
function Facts({ exchange }: { exchange: TelephoneExchange }) {
  const { asteriskVersion, bridgeVersion, liveCalls, phones, seenAt, kind } = exchange;
  if (kind === 'built-in') return <>Comes with this installation</>;
  const facts = [
    asteriskVersion && `Asterisk ${asteriskVersion}`,
    bridgeVersion && `bridge ${bridgeVersion}`,
    liveCalls !== null && counted(liveCalls, 'call'),
    phones !== null && `${counted(phones, 'phone')} registered`,
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 ? facts.join(' · ') : 'Nothing was heard of its bridge yet'}
      {seenAt && (
        <>
          {' '}
          · heard <RelativeTime at={seenAt} />
        </>
      )}
    </>
  );
}

/** An exchange with how it stands, and what can be done with it. */
export function ExchangeCard({ exchange, onAct }: ExchangeCardProps) {
  const { name, phoneUrl, state, since, isOurs, isShared, mayManage, kind } = exchange;
  const hasBridge = state !== 'new' && state !== 'revoked';
  const button = (act: Act, label: string, danger = false) => (
    <Button
      data-changes
      size="xs"
      variant={danger ? 'subtle' : 'default'}
      color={danger ? 'red' : undefined}
      aria-label={`${label}: ${name}`}
      onClick={() => onAct(act)}
    >
      {label}
    </Button>
  );
  return (
    <Box component="section" p={16} bd="1px solid var(--db-line)" bdrs="md" aria-label={name}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Group gap="xs">
          <Text fw={600} className="db-wrap">
            {name}
          </Text>
          {isOurs && (
            <Badge variant="light" color="blue" tt="none">
              Your calls go here
            </Badge>
          )}
          {isShared && kind === 'asterisk' && (
            <Badge variant="light" color="gray" tt="none">
              Shared
            </Badge>
          )}
        </Group>
        {kind === 'asterisk' && (
          <Badge variant="light" color={colors[state]} tt="none">
            {exchangeStates[state]}
          </Badge>
        )}
      </Group>
      {phoneUrl && (
        <Text size="sm" className="db-wrap">
          <code>{phoneUrl}</code>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        <Facts exchange={exchange} />
        {since && state !== 'offline' && (
          <>
            {' '}
            · {exchangeStates[state].toLowerCase()} since <RelativeTime at={since} />
          </>
        )}
      </Text>
      {(mayManage || !isOurs) && (
        <Group gap="xs" mt="sm">
          {!isOurs && (state === 'online' || kind === 'built-in') && button('use', 'Use this exchange')}
          {mayManage && button('enrol', hasBridge ? 'New bridge' : 'Connect bridge')}
          {mayManage && button('change', 'Change')}
          {mayManage && hasBridge && button('revoke', 'Revoke', true)}
          {mayManage && !isOurs && button('remove', 'Remove', true)}
        </Group>
      )}
    </Box>
  );
}
