import { Button, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconUserCheck, IconUsersGroup } from '@tabler/icons-react';
import type { Call, CallLive } from '#shared/model/call.ts';
import { partyOf } from '#web/features/calls/shared.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { Key } from '../Key.tsx';
import { useKeys } from '../keys.ts';
import type { CallActions } from '../useCallActions.ts';
import { useTargetName } from './useTargets.ts';

interface ConsultProps {
  call: Call;
  transfer: NonNullable<CallLive['transfer']>;
  actions: CallActions;
}

const nameText = (name: string) => (name.startsWith('+') ? phoneText(name) : name);

/** The agent speaks with somebody before a transfer: hand the call over, talk all three, or have the caller back. */
export function Consult({ call, transfer: { target, state }, actions }: ConsultProps) {
  const whom = nameText(useTargetName(target));
  const caller = partyOf(call);
  const said = {
    ringing: `${whom} is being rung. ${caller} hears music.`,
    talking: `You talk with ${whom}. ${caller} hears music.`,
    joined: `You talk with ${caller} and ${whom}.`,
  }[state];
  const isThere = state !== 'ringing';
  const finish = (action: 'complete' | 'cancel' | 'join') => () =>
    void actions.finishTransfer(call, action, whom);
  useKeys({
    t: isThere ? finish('complete') : undefined,
    j: state === 'talking' ? finish('join') : undefined,
    b: finish('cancel'),
  });
  return (
    <Stack component="section" className="db-frame" gap={10} p="12px 14px" aria-label="Transfer">
      <Text size="sm" role="status">
        {said}
      </Text>
      <Button
        data-changes
        disabled={!isThere}
        leftSection={<IconUserCheck size={18} />}
        onClick={finish('complete')}
      >
        {state === 'joined' ? 'Leave them to talk' : 'Hand over'}
        <Key>T</Key>
      </Button>
      {state !== 'joined' && (
        <Button
          data-changes
          variant="default"
          disabled={!isThere}
          leftSection={<IconUsersGroup size={18} />}
          onClick={finish('join')}
        >
          Talk all three
          <Key>J</Key>
        </Button>
      )}
      <Button
        data-changes
        variant="default"
        leftSection={<IconArrowBackUp size={18} />}
        onClick={finish('cancel')}
      >
        {state === 'joined' ? `Let ${whom} go` : `Back to ${caller}`}
        <Key>B</Key>
      </Button>
    </Stack>
  );
}
