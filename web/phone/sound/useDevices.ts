import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { messageOf } from '#web/app/api-error.ts';
import { devicesAtom, openMicrophone, stopTracks } from './devices.ts';

type There = Pick<MediaDeviceInfo, 'deviceId' | 'kind' | 'label'>;

/** The machine's devices as they come and go, and the chosen microphone, open while the component is there. */
export function useDevices() {
  const { microphone } = useAtomValue(devicesAtom);
  const [there, setThere] = useState<readonly There[]>([]);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Counts up: asked again, or what is connected has changed. */
  const [round, setRound] = useState(0);

  useEffect(() => {
    const again = () => setRound((before) => before + 1);
    const { mediaDevices } = navigator as Partial<Navigator>;
    mediaDevices?.addEventListener('devicechange', again);
    return () => mediaDevices?.removeEventListener('devicechange', again);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    let isOver = false;
    let opened: MediaStream | null = null;
    (async () => {
      try {
        const { stream: now } = await openMicrophone(microphone);
        opened = now;
        if (isOver) return stopTracks(now);
        setStream(now);
        setProblem(null);
      } catch (error) {
        if (!isOver) setProblem(messageOf(error));
      }
      // Browsers name devices only to whom they have given the microphone.
      const devices = await (navigator as Partial<Navigator>).mediaDevices?.enumerateDevices();
      if (!isOver) setThere(devices ?? []);
    })();
    return () => {
      isOver = true;
      if (opened) stopTracks(opened);
      setStream(null);
    };
  }, [microphone, round]);

  return { there, stream, problem, again: () => setRound((before) => before + 1) };
}
