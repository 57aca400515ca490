import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { Key } from '#web/phone/Key.tsx';
import styles from './console.module.css';
import type { Turns } from './useTurns.ts';

interface DiallerCardProps {
  dialler: NonNullable<Turns['dialler']>;
  inCall: boolean;
  /** Gives back the lead that the agent has, where no call with it goes on. */
  onLeave: (() => void) | undefined;
  /** Whether the agent is signed in to a phone that calls can be put through to. */
  hasPhone: boolean;
}

/** A list that dials by itself: the agent says that they are ready, or pauses. */
export function DiallerCard({ dialler, inCall, onLeave, hasPhone }: DiallerCardProps) {
  const { isReady, waitsFor } = dialler;
  // One whose call was lost from sight, or that was drawn before the list dialled by itself.
  const leave = onLeave && (
    <Button data-changes variant="subtle" leftSection={<IconPlayerSkipForward size={17} />} onClick={onLeave}>
      Leave this lead
      <Key>N</Key>
    </Button>
  );
  if (!isReady)
    return (
      <Stack gap={10}>
        {waitsFor && (
          <Alert color="amber" variant="light" title="Dialling has stopped">
            {waitsFor}
          </Alert>
        )}
        <Button
          data-changes
          size="lg"
          leftSection={<IconPlayerPlay size={20} />}
          disabled={!hasPhone}
          onClick={() => void dialler.ready()}
        >
          Ready
          <Key>S</Key>
        </Button>
        <Text size="sm" c="dimmed">
          {hasPhone
            ? 'Leads are dialled for you one after another, until you pause.'
            : 'Sign in to the phone first: calls are put through to it.'}
        </Text>
        {leave}
      </Stack>
    );
  return (
    <Stack gap={10}>
      {!inCall && (
        <div className={styles.live} data-phase="dialling" role="status">
          <Text fw={650}>You are ready</Text>
          <Text size="sm" c="dimmed">
            {waitsFor || (onLeave ? 'Dialling…' : 'The next lead is looked for.')}
          </Text>
        </div>
      )}
      <Button
        data-changes
        variant="default"
        size={inCall ? 'sm' : 'md'}
        leftSection={<IconPlayerPause size={18} />}
        onClick={() => void dialler.pause()}
      >
        {inCall ? 'Pause after this call' : 'Pause'}
        <Key>S</Key>
      </Button>
      {leave}
    </Stack>
  );
}
