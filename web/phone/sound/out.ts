import { state } from '#web/app/state.ts';
import { type ChosenDevices, canChooseSpeaker, devicesAtom } from './devices.ts';

/** Where tones of a context are sent so that they are heard by the chosen device; the system's where that is gone. */
export function outOf(context: AudioContext, which: 'speaker' | 'ringer'): AudioNode {
  const chosen = state.get(devicesAtom)[which];
  if (!chosen || !canChooseSpeaker()) return context.destination;
  const out = context.createMediaStreamDestination();
  const audio = new Audio();
  audio.srcObject = out.stream;
  audio
    .setSinkId(chosen)
    .catch(() => undefined)
    .then(() => audio.play())
    .catch(() => undefined);
  return out;
}

/** Plays a stream, or an element's sound, by the chosen speaker, as far as the browser lets a page choose. */
export async function playBy(
  audio: HTMLAudioElement,
  which: keyof Pick<ChosenDevices, 'speaker' | 'ringer'>,
): Promise<void> {
  if (canChooseSpeaker()) await audio.setSinkId(state.get(devicesAtom)[which]).catch(() => undefined);
  // A browser that was never clicked in plays nothing; the call goes on all the same.
  await audio.play().catch(() => undefined);
}

/** Three rising notes; seconds and hertz. */
const notes = { hertz: [523, 659, 784], each: 0.28 } as const;

/** Plays a short melody by the chosen speaker. Resolves when it is over. */
export async function playTestSound(): Promise<void> {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.2;
  gain.connect(outOf(context, 'speaker'));
  for (const [at, hertz] of notes.hertz.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(gain);
    tone.start(context.currentTime + at * notes.each);
    tone.stop(context.currentTime + (at + 1) * notes.each);
  }
  await new Promise((resolve) => setTimeout(resolve, notes.hertz.length * notes.each * 1000 + 150));
  await context.close();
}
