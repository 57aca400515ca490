import {
  AudioBufferSource,
  BufferTarget,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { VideoJob, VideoResult } from '../job.ts';
import { beginDividing, type Dividing } from './dividing.ts';
import { FrameEncoder, StreamsDiffer } from './encoder.ts';
import { framesOf } from './frames.ts';
import { GifWriter, paletteFrames, paletteOf } from './gif.ts';
import { forgetShare } from './scene.ts';
import { stretchesOf } from './shared-stretches.ts';
import { wav } from './wav.ts';

/** Bits a second of a WebM's sound. */
const opusBitrate = 128_000;

/** What was encoded last, to be taken piece by piece. */
export const finished = { video: new Uint8Array(), sound: new Uint8Array() };

let progress = { encoded: 0 };
export const encodedFrames = (): number => progress.encoded;

/** Where the time goes, in ms. */
class Stopwatch {
  readonly times: Record<string, number> = {};
  async measure<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.times[name] = (this.times[name] ?? 0) + performance.now() - began;
    }
  }
}

async function gif(job: VideoJob, watch: Stopwatch): Promise<VideoResult> {
  const { from, to, width, height, fps } = job;
  const sampled: Uint8ClampedArray[] = [];
  const sampler = await framesOf(job);
  for (const frame of paletteFrames(to - from)) {
    await sampler.draw(from + frame);
    sampled.push(sampler.ctx.getImageData(0, 0, width, height).data);
  }
  sampler.clips.close();
  const writer = new GifWriter(paletteOf(sampled), width, height, fps);
  const { draw, ctx, clips, failed } = await framesOf(job);
  let drawn = 0;
  for (let frame = from; frame < to; frame++) {
    const isNew = await watch.measure('draw', () => draw(frame));
    if (isNew) drawn++;
    await watch.measure('encode', () =>
      writer.add(isNew ? ctx.getImageData(0, 0, width, height).data : undefined),
    );
    progress.encoded++;
  }
  clips.close();
  finished.video = writer.finish() as Uint8Array<ArrayBuffer>;
  return { failed, size: finished.video.length, soundSize: 0, drawn, shared: 0, timings: watch.times };
}

/** Encodes a range of a video's frames; its bytes lie in `finished` afterwards. */
export async function encodeVideo(job: VideoJob): Promise<VideoResult> {
  const watch = new Stopwatch();
  finished.video = finished.sound = new Uint8Array();
  progress = { encoded: 0 };
  if (job.format === 'gif') return gif(job, watch);
  const dividing = beginDividing(job);
  try {
    return await encodeTrack(job, watch, dividing);
  } catch (error) {
    if (!(error instanceof StreamsDiffer)) throw error;
    // Without what jobs before have left, the encoder's own frames go together.
    forgetShare();
    return encodeTrack(job, watch, dividing);
  } finally {
    dividing?.end();
  }
}

async function encodeTrack(job: VideoJob, watch: Stopwatch, dividing?: Dividing): Promise<VideoResult> {
  const encoder = await FrameEncoder.create(job);
  progress = encoder;
  const { ctx, clips, draw, showsData, mix, failed, share } = await watch.measure('prepare', () =>
    framesOf(job),
  );
  try {
    const { from, to, fps } = job;
    const target = new BufferTarget();
    const isMp4 = job.format === 'mp4';
    const output = new Output({
      target,
      format: isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
    });
    const track = new EncodedVideoPacketSource(encoder.codec);
    encoder.track = track;
    output.addVideoTrack(track, { frameRate: fps });
    const mixUntil = (end: number) => watch.measure('sound', () => mix(from / fps, end / fps));
    const isInside = !isMp4 || job.withSound === true;
    const inside = isInside ? await mixUntil(to) : undefined;
    const opus = inside?.sound ? new AudioBufferSource({ codec: 'opus', bitrate: opusBitrate }) : undefined;
    if (opus) output.addAudioTrack(opus);
    await output.start();
    if (opus && inside?.sound) await opus.add(inside.sound);
    let drawn = 0;
    let shared = 0;
    const kept = share?.stretches;
    const stretches = kept ? stretchesOf(from, to, showsData) : [{ from, to, isGeneral: false }];
    for (const stretch of stretches) {
      const known = kept?.get(stretch);
      if (known) {
        await encoder.insert(known, kept?.meta);
        shared += known.length;
        continue;
      }
      for (let frame = stretch.from; frame < Math.min(stretch.to, dividing?.to ?? to); frame++) {
        const make = async () => {
          const isNew = await watch.measure('draw', () => draw(frame));
          if (isNew) drawn++;
          await encoder.add(ctx, isNew, (frame - stretch.from) % job.groupFrames === 0);
        };
        await (dividing ? dividing.measure(frame, encoder, make) : make());
      }
    }
    await encoder.finish();
    kept?.keep(stretches, from, encoder);
    // Another page has the sound of the frames that it took over.
    const mixed = inside ?? (await mixUntil(dividing?.to ?? to));
    await watch.measure('write', () => output.finalize());
    finished.video = new Uint8Array(target.buffer!);
    if (isMp4 && mixed.sound)
      finished.sound = wav(
        [0, 1].map((i) => mixed.sound!.getChannelData(i)),
        48_000,
      );
    return {
      failed: [...new Set([...failed, ...mixed.failed])],
      size: finished.video.length,
      soundSize: finished.sound.length,
      drawn,
      shared,
      timings: { ...watch.times, ...encoder.times },
    };
  } finally {
    encoder.close();
    clips.close();
  }
}
