import { Alert, Box, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { IconMicrophoneOff, IconPlayerStop, IconRepeat, IconVolume } from '@tabler/icons-react';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { messageOf } from '#web/app/api-error.ts';
import { startTestCall, usePhone } from '../my-phone.ts';
import type { TestCall } from '../phone.ts';
import { startRinging } from '../ringer.ts';
import { type ChosenDevices, canChooseSpeaker, chooseDevices, devicesAtom, fitting } from './devices.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { playTestSound } from './out.ts';
import { soundDialogAtom } from './sound-dialog.ts';
import { useDevices } from './useDevices.ts';

/** Chooses by what the phone hears, speaks and rings, tries each, and calls the exchange's echo. */
export function SoundDialog() {
  const [opened, setOpened] = useAtom(soundDialogAtom);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={<Text fw={650}>Sound of the phone</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Devices />
    </Modal>
  );
}

function Devices() {
  const { there, stream, problem, again } = useDevices();
  const canChoose = canChooseSpeaker();
  return (
    <Stack gap={16}>
      {problem && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconMicrophoneOff size={18} />}
          title="No microphone"
        >
          <Text size="sm">{problem}</Text>
          <Button variant="default" size="compact-sm" mt={8} onClick={again}>
            Try again
          </Button>
        </Alert>
      )}
      <Stack gap={8}>
        <DeviceSelect
          label="Microphone"
          which="microphone"
          there={there.filter(({ kind }) => kind === 'audioinput')}
        />
        <LevelMeter label="Level of the microphone" stream={stream} />
        <Text size="xs" c="dimmed">
          {stream
            ? 'Speak: the line moves.'
            : problem
              ? ''
              : 'The browser asks whether this page may hear you.'}
        </Text>
      </Stack>
      {canChoose ? (
        (['speaker', 'ringer'] as const).map((which) => (
          <Group key={which} gap={8} align="end" wrap="nowrap">
            <DeviceSelect
              label={which === 'speaker' ? 'Speaker' : 'The phone rings on'}
              which={which}
              there={there.filter(({ kind }) => kind === 'audiooutput')}
            />
            <TrySound which={which} />
          </Group>
        ))
      ) : (
        <Stack gap={8} align="start">
          <Text size="sm">
            This browser plays everything by the speaker that the system has chosen. Change it in the settings
            of your computer.
          </Text>
          <TrySound which="speaker" />
        </Stack>
      )}
      <EchoCall />
      <Text size="xs" c="dimmed">
        Kept on this computer. A change is heard at once, also in a call.
      </Text>
    </Stack>
  );
}

interface DeviceSelectProps {
  label: string;
  which: keyof ChosenDevices;
  there: readonly Pick<MediaDeviceInfo, 'deviceId' | 'label'>[];
}

function DeviceSelect({ label, which, there }: DeviceSelectProps) {
  const chosen = useAtomValue(devicesAtom)[which];
  // Chrome lists the system's choice as a device as well.
  const own = there.filter(({ deviceId }) => !['', 'default', 'communications'].includes(deviceId));
  const isGone = chosen !== '' && fitting(chosen, there) === '';
  return (
    <NativeSelect
      flex={1}
      label={label}
      data={[
        { value: '', label: 'As the system has it' },
        ...own.map(({ deviceId, label: name }, at) => ({
          value: deviceId,
          label: name || `Device ${at + 1}`,
        })),
        ...(isGone
          ? [{ value: chosen, label: there.length ? 'The chosen one, not connected' : 'The chosen one' }]
          : []),
      ]}
      value={chosen}
      onChange={(event) => chooseDevices({ [which]: event.currentTarget.value })}
    />
  );
}

/** The speaker plays a melody, the ringer rings for a moment. */
function TrySound({ which }: { which: 'speaker' | 'ringer' }) {
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    if (!plays) return;
    if (which === 'speaker') {
      void playTestSound().then(() => setPlays(false));
      return;
    }
    const stop = startRinging();
    const timer = setTimeout(() => setPlays(false), 2_000);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [plays, which]);
  return (
    <Button
      variant="default"
      leftSection={<IconVolume size={17} />}
      disabled={plays}
      onClick={() => setPlays(true)}
    >
      {plays ? 'Playing' : which === 'speaker' ? 'Play a test sound' : 'Ring'}
    </Button>
  );
}

/** A call to the exchange's echo: what is said comes back, by the whole way that calls take. */
function EchoCall() {
  const phone = usePhone();
  const [call, setCall] = useState<TestCall | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isHeard, setIsHeard] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => call?.stop(), [call]);
  const hasLine = phone.status === 'in' && phone.line !== null;

  async function start() {
    setIsBusy(true);
    setProblem(null);
    setIsHeard(false);
    try {
      setCall(await startTestCall(() => setCall(null)));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Box
      component="section"
      className="db-frame"
      display="grid"
      p="12px 14px"
      style={{ gap: 10 }}
      aria-label="Test call"
    >
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          Test call
        </Text>
        {call ? (
          <Button
            color="red"
            variant="light"
            leftSection={<IconPlayerStop size={17} />}
            onClick={() => setCall(null)}
          >
            End the test
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconRepeat size={17} />}
            loading={isBusy}
            disabled={phone.status !== 'in' || hasLine}
            onClick={() => void start()}
          >
            Call the echo
          </Button>
        )}
      </Group>
      {call && (
        <LevelMeter label="Level of what comes back" stream={call.heard} onHeard={() => setIsHeard(true)} />
      )}
      <Text size="sm" c={problem ? 'red' : 'dimmed'} role="status">
        {problem ??
          (call
            ? isHeard
              ? 'You are heard: what you say comes back.'
              : 'Speak: what the exchange hears comes back to you.'
            : hasLine
              ? 'A call is on the phone. Test when it is over.'
              : phone.status === 'in'
                ? 'You hear your own voice as others hear it.'
                : 'Sign in to the phone first.')}
      </Text>
    </Box>
  );
}
