import { ALL_FORMATS, AudioBufferSink, Input } from 'mediabunny';
import type { MediaUse } from '#shared/scene/element-type.ts';
import { rangeSource } from '#shared/scene/video-frames.ts';

/** Samples a second. A frame at 24, 25, 30 or 60 a second is a whole number of them, so parts join exactly. */
export const sampleRate = 48_000;
const channels = 2;
/** Sound before the range that is mixed along and cut off, so that resampling has its run-up; seconds. */
const runUp = 0.05;
/** A clip that gives no sound for this long is left out; ms. */
const patienceMs = 20_000;

/** A stretch of a clip at its place in the scene, in seconds. */
export interface Stretch {
  /** Where it begins and ends in the clip. */
  from: number;
  to: number;
  /** Scene time at which it begins. */
  at: number;
}

/**
 * What of a clip is heard between two times of the scene: once through, or again and again when it loops.
 * @param duration of the clip in seconds
 */
export function stretchesOf(
  { loop, playbackRate }: Pick<MediaUse, 'loop' | 'playbackRate'>,
  duration: number,
  from: number,
  to: number,
): Stretch[] {
  if (!(duration > 0) || !(playbackRate > 0)) return [];
  const [begin, end] = [from * playbackRate, to * playbackRate];
  const rounds: Stretch[] = [];
  for (let round = loop ? Math.floor(begin / duration) : 0; round * duration < end; round++) {
    const start = Math.max(0, begin - round * duration);
    const stop = Math.min(duration, end - round * duration);
    if (stop > start) rounds.push({ from: start, to: stop, at: (round * duration + start) / playbackRate });
    if (!loop) break;
  }
  return rounds;
}

async function decode(input: Input, from: number, to: number): Promise<AudioBuffer | undefined> {
  const track = await input.getPrimaryAudioTrack();
  if (!track || !(await track.canDecode())) return undefined;
  const first = Math.max(0, await track.getFirstTimestamp());
  let whole: AudioBuffer | undefined;
  for await (const { buffer, timestamp } of new AudioBufferSink(track).buffers(from + first, to + first)) {
    whole ??= new AudioBuffer({
      sampleRate: buffer.sampleRate,
      numberOfChannels: Math.min(channels, buffer.numberOfChannels),
      length: Math.max(1, Math.ceil((to - from) * buffer.sampleRate)),
    });
    const offset = Math.round((timestamp - first - from) * whole.sampleRate);
    for (let channel = 0; channel < whole.numberOfChannels; channel++) {
      const samples = buffer.getChannelData(channel).subarray(Math.max(0, -offset));
      const room = whole.length - Math.max(0, offset);
      if (room > 0) whole.copyToChannel(samples.subarray(0, room), channel, Math.max(0, offset));
    }
  }
  return whole;
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What clips sound like together; undefined when nothing is heard. `failed` names those that could not be read. */
export interface Mixed {
  sound: AudioBuffer | undefined;
  failed: string[];
}

export const isHeard = ({ autoplay, muted, volume, playbackRate }: MediaUse): boolean =>
  autoplay && !muted && volume > 0 && playbackRate > 0;

/**
 * Mixes what the clips of a scene sound like between two times, in seconds.
 * @param lengthOf the length by which a clip's picture loops; undefined where only the sound counts
 * @returns undefined when nothing is heard; `failed` names clips whose sound could not be read
 */
export async function mixSound(
  uses: readonly MediaUse[],
  from: number,
  to: number,
  lengthOf: (url: string) => number | undefined,
): Promise<Mixed> {
  const failed: string[] = [];
  const begin = Math.max(0, from - runUp);
  const cut = Math.round((from - begin) * sampleRate);
  const length = Math.round((to - from) * sampleRate);
  const context = new OfflineAudioContext(channels, length + cut, sampleRate);
  let heard = false;
  for (const use of uses.filter(isHeard)) {
    const input = new Input({ source: rangeSource(use.url), formats: ALL_FORMATS });
    const add = async () => {
      const track = await input.getPrimaryAudioTrack();
      // A video without sound is no failure.
      if (!track) return;
      const own = (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp());
      const decoded = new Map<string, Promise<AudioBuffer | undefined>>();
      for (const stretch of stretchesOf(use, lengthOf(use.url) ?? own, begin, to)) {
        const key = `${stretch.from} ${stretch.to}`;
        const pending = decoded.get(key) ?? decode(input, stretch.from, stretch.to);
        decoded.set(key, pending);
        const buffer = await pending;
        if (!buffer) continue;
        const node = new AudioBufferSourceNode(context, { buffer, playbackRate: use.playbackRate });
        const gain = new GainNode(context, { gain: Math.min(1, use.volume) });
        node.connect(gain).connect(context.destination);
        node.start(Math.max(0, stretch.at - begin));
        heard = true;
      }
    };
    await within(add(), patienceMs).catch(() => failed.push(use.url));
    input.dispose();
  }
  if (!heard) return { sound: undefined, failed };
  const mixed = await context.startRendering();
  const sound = new AudioBuffer({ sampleRate, numberOfChannels: channels, length });
  for (let channel = 0; channel < channels; channel++)
    sound.copyToChannel(mixed.getChannelData(channel).subarray(cut), channel);
  return { sound, failed };
}

/**
 * Sounds one after another, each at its moment, as one sound. @param seconds its length
 * @returns nothing heard where none of them is
 */
export function joinMixed(parts: readonly (Mixed & { at: number })[], seconds: number): Mixed {
  const failed = [...new Set(parts.flatMap((part) => part.failed))];
  if (!parts.some(({ sound }) => sound)) return { sound: undefined, failed };
  const length = Math.round(seconds * sampleRate);
  const whole = new AudioBuffer({ sampleRate, numberOfChannels: channels, length });
  for (const { sound, at } of parts) {
    const offset = Math.round(at * sampleRate);
    for (let channel = 0; sound && channel < channels; channel++)
      whole.copyToChannel(sound.getChannelData(channel).subarray(0, length - offset), channel, offset);
  }
  return { sound: whole, failed };
}
