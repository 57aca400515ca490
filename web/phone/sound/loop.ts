import type { TestCall } from '../phone.ts';
import { openMicrophone, stopTracks } from './devices.ts';
import { outOf } from './out.ts';

/** Long enough to be told from one's own voice. Seconds */
const delay = 1;

/** The microphone's sound a second later by the speaker. @param ended the microphone is gone */
export async function loopOf(microphone: string, ended: () => void): Promise<TestCall> {
  const { stream } = await openMicrophone(microphone);
  const context = new AudioContext();
  const later = context.createDelay(delay);
  later.delayTime.value = delay;
  const heard = context.createMediaStreamDestination();
  context.createMediaStreamSource(stream).connect(later);
  later.connect(heard);
  later.connect(outOf(context, 'speaker'));
  const stop = () => {
    stopTracks(stream);
    if (context.state !== 'closed') void context.close();
  };
  for (const track of stream.getTracks())
    track.addEventListener('ended', () => {
      stop();
      ended();
    });
  return { heard: heard.stream, stop };
}
