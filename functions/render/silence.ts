import { wavHeader } from './page/wav.ts';

const sampleRate = 48_000;

/** A WAV file of nothing, exactly as long as so many frames. */
export function silence(frames: number, fps: number): Buffer {
  const samples = Math.round((frames * sampleRate) / fps);
  return Buffer.concat([Buffer.from(wavHeader(samples, 2, sampleRate).buffer), Buffer.alloc(samples * 4)]);
}
