import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { type Run, runFfmpeg } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { Size } from '#shared/model/geometry.ts';

/** The names of an MP4's outermost boxes, in their order. */
export function boxesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    names.push(bytes.toString('latin1', at + 4, at + 8));
    // 1: the length follows in 64 bits; 0: to the end of the file.
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at;
    if (length < 8) throw new Error(`A box of ${length} bytes.`);
    at += length;
  }
  return names;
}

/** What a video file says of itself. */
export async function probe(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = await input.getPrimaryAudioTrack();
  const times: number[] = [];
  const keyFrames: number[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(video).packets()) {
    if (type === 'key') keyFrames.push(times.length);
    times.push(timestamp);
  }
  return {
    frames: times.length,
    /** Which frames are key frames, from 0 on. */
    keyFrames,
    /** The largest distance of a frame from its place, in s. */
    drift: (fps: number) =>
      Math.max(...times.sort((a, b) => a - b).map((time, i) => Math.abs(time - i / fps))),
    codec: video.codec,
    sound: audio?.codec ?? null,
    width: video.displayWidth,
    height: video.displayHeight,
    seconds: await video.computeDuration(),
    soundSeconds: audio ? await audio.computeDuration() : 0,
    color: await video.getColorSpace(),
  };
}

/** What a player makes of the file: its listing, the frames that it decodes, and how loud it is (0 to 1). */
export async function played(bytes: Buffer, folder: string, run: Run) {
  const [file, pcm] = [join(folder, 'played.mp4'), join(folder, 'played.pcm')];
  writeFileSync(file, bytes);
  const sound = ['-map', '0:a', '-f', 's16le', '-ac', '1', pcm];
  const told = await runFfmpeg(['-y', '-i', file, '-map', '0:v', '-f', 'null', '-', ...sound], run);
  const raw = readFileSync(pcm);
  let sum = 0;
  for (let at = 0; at + 1 < raw.length; at += 2) sum += (raw.readInt16LE(at) / 32_768) ** 2;
  return {
    /** ffmpeg's lines on the input's streams. */
    video: /Stream #0:\d+.*?: Video: (.*)/.exec(told)?.[1] ?? '',
    audio: /Stream #0:\d+.*?: Audio: (.*)/.exec(told)?.[1] ?? '',
    frames: Number([...told.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]),
    loudness: Math.sqrt(sum / Math.max(1, raw.length / 2)),
  };
}

/** All frames of a video as a player shows them: the brightness of each dot, row by row. */
export async function grayFrames(
  bytes: Buffer,
  { width, height }: Size,
  folder: string,
  run: Run,
): Promise<Buffer[]> {
  const [file, raw] = [join(folder, 'gray.mp4'), join(folder, 'gray.raw')];
  writeFileSync(file, bytes);
  await runFfmpeg(['-y', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'gray', raw], run);
  const all = readFileSync(raw);
  const length = width * height;
  return Array.from({ length: all.length / length }, (_, n) => all.subarray(n * length, (n + 1) * length));
}
