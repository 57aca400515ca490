import { Box, Button, Popover, SimpleGrid, Text } from '@mantine/core';
import {
  IconArrowRampRight,
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecord,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Call } from '#shared/model/call.ts';
import { useSignedIn } from '#web/app/session.ts';
import { partyOf } from '#web/features/calls/shared.tsx';
import { toast } from '#web/ui/toast.ts';
import { Key } from './Key.tsx';
import { useKeys } from './keys.ts';
import { muteCall, usePhone } from './my-phone.ts';
import { Consult } from './transfer/Consult.tsx';
import { TransferDialog } from './transfer/TransferDialog.tsx';
import type { CallActions } from './useCallActions.ts';
import { isConsulted } from './worked-calls.ts';

interface CallControlsProps {
  call: Call;
  actions: CallActions;
}

/** What can be done with a call that goes on at the exchange, each by a button and by a key. */
export function CallControls(props: CallControlsProps) {
  const { userId } = useSignedIn().user;
  return isConsulted(props.call, userId) ? <ConsultedControls {...props} /> : <OwnControls {...props} />;
}

/** A colleague speaks with the agent, and has the call until they hand it over. */
function ConsultedControls({ call, actions }: CallControlsProps) {
  useKeys({ e: () => void actions.end(call) });
  return (
    <>
      <Text size="sm" c="dimmed">
        Your colleague wants to hand you this call. It is yours as soon as they do.
      </Text>
      <SimpleGrid cols={2} spacing={8}>
        <MuteButton />
        <Button
          data-changes
          color="red"
          variant="light"
          leftSection={<IconPhoneOff size={18} />}
          onClick={() => void actions.end(call)}
        >
          Leave
          <Key>E</Key>
        </Button>
      </SimpleGrid>
    </>
  );
}

/** Says that a transfer did not come about: the agent has the other party back. */
function useTransferOver(call: Call): void {
  const transfer = call.live?.transfer ?? null;
  const before = useRef(transfer);
  useEffect(() => {
    const was = before.current;
    before.current = transfer;
    if (!was || transfer || call.status !== 'in-progress') return;
    toast.info(
      `You are back with ${partyOf(call)}`,
      was.state === 'ringing' ? 'The other phone was not answered.' : undefined,
    );
  }, [transfer, call]);
}

function MuteButton() {
  const phone = usePhone();
  const line = phone.status === 'in' && phone.line?.state === 'talking' ? phone.line : null;
  const mute = () => muteCall(!line?.isMuted);
  useKeys({ m: line ? mute : undefined });
  if (!line) return null;
  return (
    <Button
      variant={line.isMuted ? 'filled' : 'default'}
      color="amber"
      aria-pressed={line.isMuted}
      leftSection={line.isMuted ? <IconMicrophoneOff size={18} /> : <IconMicrophone size={18} />}
      onClick={mute}
    >
      {line.isMuted ? 'Muted' : 'Mute'}
      <Key>M</Key>
    </Button>
  );
}

function OwnControls({ call, actions }: CallControlsProps) {
  const [keypad, setKeypad] = useState(false);
  const [transfers, setTransfers] = useState(false);
  useTransferOver(call);
  const talks = call.status === 'in-progress';
  const { held = false, recording = 'off', transfer = null } = call.live ?? {};
  // During a transfer the other party is on hold for it.
  const mayHold = talks && !transfer;
  useKeys({
    t: mayHold ? () => setTransfers(true) : undefined,
    h: mayHold ? () => void actions.hold(call) : undefined,
    k: talks ? () => setKeypad(true) : undefined,
    r: talks && recording !== 'off' ? () => void actions.pauseRecording(call) : undefined,
    e: () => void actions.end(call),
  });
  return (
    <>
      {transfer && <Consult call={call} transfer={transfer} actions={actions} />}
      <SimpleGrid cols={2} spacing={8}>
        <MuteButton />
        {!transfer && (
          <Button
            data-changes
            variant="default"
            disabled={!talks}
            leftSection={<IconArrowRampRight size={18} />}
            onClick={() => setTransfers(true)}
          >
            Transfer
            <Key>T</Key>
          </Button>
        )}
        <Button
          data-changes
          variant={held ? 'filled' : 'default'}
          color="amber"
          aria-pressed={held}
          disabled={!mayHold}
          leftSection={held ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
          onClick={() => void actions.hold(call)}
        >
          {held ? 'Resume' : 'Hold'}
          <Key>H</Key>
        </Button>
        <Popover opened={keypad} onChange={setKeypad} trapFocus returnFocus position="bottom" shadow="md">
          <Popover.Target>
            <Button
              variant="default"
              disabled={!talks}
              leftSection={<IconDialpad size={18} />}
              onClick={() => setKeypad(!keypad)}
            >
              Keypad
              <Key>K</Key>
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Keypad onDigit={(digit) => void actions.digits(call, digit)} />
          </Popover.Dropdown>
        </Popover>
        {talks && recording !== 'off' && (
          <Button
            data-changes
            variant={recording === 'paused' ? 'filled' : 'default'}
            color="amber"
            aria-pressed={recording === 'paused'}
            leftSection={<IconPlayerRecord size={18} />}
            onClick={() => void actions.pauseRecording(call)}
          >
            {recording === 'paused' ? 'Record again' : 'Pause recording'}
            <Key>R</Key>
          </Button>
        )}
      </SimpleGrid>
      <Button
        data-changes
        size="md"
        color="red"
        leftSection={<IconPhoneOff size={18} />}
        onClick={() => void actions.end(call)}
      >
        Hang up
        <Key>E</Key>
      </Button>
      <TransferDialog
        call={call}
        opened={transfers}
        onClose={() => setTransfers(false)}
        onDone={actions.transferred}
      />
    </>
  );
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

/** The keys of a telephone, by the pointer or by those of the keyboard. */
function Keypad({ onDigit }: { onDigit: (digit: string) => void }) {
  const [pressed, setPressed] = useState('');
  function press(digit: string) {
    setPressed((before) => (before + digit).slice(-16));
    onDigit(digit);
  }
  return (
    <Box
      component="fieldset"
      m={0}
      p={0}
      bd={0}
      aria-label="Keypad"
      onKeyDown={({ key }) => digits.some((digit) => digit === key) && press(key)}
    >
      <Text ta="center" mih={24} fw={600} className="db-figures" aria-live="polite">
        {pressed}
      </Text>
      <SimpleGrid cols={3} spacing={6}>
        {digits.map((digit) => (
          <Button key={digit} data-changes variant="default" w={56} px={0} onClick={() => press(digit)}>
            {digit}
          </Button>
        ))}
      </SimpleGrid>
    </Box>
  );
}
