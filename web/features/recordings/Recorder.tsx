import { Button, Group, Text } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { promptLimits } from '#shared/model/prompt-recording.ts';
import { timeText } from '#web/ui/audio/waveform.ts';
import { toast } from '#web/ui/toast.ts';

interface RecorderProps {
  disabled: boolean;
  onRecorded: (sound: Blob) => void;
}

/** What a browser says of a microphone that it does not give. */
function refusalOf(error: unknown): Error {
  const { name } = error as Error;
  if (name === 'NotAllowedError')
    return new Error('The browser may not use the microphone. Allow it beside the address.');
  if (name === 'NotFoundError') return new Error('There is no microphone.');
  return new Error('The microphone could not be opened. Is it used by something else?');
}

/** Records with the microphone until it is stopped, or as long as a recording may last. */
export function Recorder({ disabled, onRecorded }: RecorderProps) {
  const recorder = useRef<MediaRecorder>(null);
  const [seconds, setSeconds] = useState<number>();
  const isOn = seconds !== undefined;
  const stop = () => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it stops with the panel
  useEffect(() => stop, []);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setSeconds((old) => (old === undefined ? old : old + 1)), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  useEffect(() => {
    if (seconds === promptLimits.seconds) stop();
  });
  async function start() {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const parts: Blob[] = [];
      const made = new MediaRecorder(stream);
      made.ondataavailable = ({ data }) => parts.push(data);
      made.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        setSeconds(undefined);
        onRecorded(new Blob(parts, { type: made.mimeType }));
      };
      made.start();
      recorder.current = made;
      setSeconds(0);
    } catch (error) {
      toast.error(refusalOf(error));
    }
  }
  return (
    <Group gap={10}>
      <Button
        data-changes
        variant={isOn ? 'filled' : 'default'}
        color={isOn ? 'red' : undefined}
        disabled={disabled}
        leftSection={isOn ? <IconPlayerStop size={16} /> : <IconMicrophone size={16} />}
        onClick={() => (isOn ? stop() : void start())}
      >
        {isOn ? 'Stop' : 'Record'}
      </Button>
      {isOn && (
        <Text size="sm" className="db-figures" role="timer" aria-label="Recorded">
          {timeText(seconds)}
        </Text>
      )}
    </Group>
  );
}
