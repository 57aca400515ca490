import { outOf } from './sound/out.ts';

/** The ring of North America: both tones together, two seconds of six. */
const tones = [440, 480];
const seconds = { on: 2, every: 6 } as const;
const volume = 0.12;

function ringOnce(context: AudioContext, out: AudioNode): void {
  const gain = context.createGain();
  gain.gain.value = volume;
  gain.connect(out);
  for (const hertz of tones) {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(gain);
    tone.start();
    tone.stop(context.currentTime + seconds.on);
  }
}

/** Rings until the answer is called. */
export function startRinging(): () => void {
  const context = new AudioContext();
  const out = outOf(context, 'ringer');
  ringOnce(context, out);
  const timer = setInterval(() => ringOnce(context, out), seconds.every * 1000);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
