import {
  AudioBufferSource,
  BufferTarget,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { MediaUse } from '#shared/scene/element-type.ts';
import type { SceneEnv } from '#shared/scene/env.ts';
import { mediaOf } from '#shared/scene/needs.ts';
import { clipTime } from '#shared/scene/paint/video.ts';
import { SceneFrames } from '#shared/scene/scene-frames.ts';
import type { VideoFrames } from '#shared/scene/video-frames.ts';
import type { VideoJob, VideoResult } from '../job.ts';
import { FrameEncoder, StreamsDiffer } from './encoder.ts';
import { GifWriter, paletteFrames, paletteOf } from './gif.ts';
import { forgetShare, placeOf, prepare, type Share } from './scene.ts';
import { stretchesOf } from './shared-stretches.ts';
import { isHeard, type Mixed, mixSound } from './sound.ts';
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

/** Decodes what the clips of a scene show at env.t, so that it can be drawn. */
export async function prepareClips(
  media: readonly MediaUse[],
  env: SceneEnv,
  clips: VideoFrames,
): Promise<void> {
  const wanted = new Map<string, number[]>();
  for (const use of media) {
    if (use.kind !== 'video') continue;
    const times = wanted.get(use.url) ?? [];
    times.push(clipTime(env.t, use, clips.duration(use.url)));
    wanted.set(use.url, times);
  }
  if (wanted.size > 0) await clips.prepare(wanted);
}

/** The frames of a job, one after another, on one canvas. */
async function framesOf(job: VideoJob) {
  const prepared = await prepare(job);
  const canvas = document.createElement('canvas');
  canvas.width = job.width;
  canvas.height = job.height;
  // Opaque, as every dot of it is painted: reading it back then takes a fifth less.
  const ctx = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!ctx) throw new Error('refused: A picture of this size does not fit into memory.');
  const { scene, fps, backgroundColor: behind } = job;
  const { share } = prepared;
  const sources = new Set(job.differsIn);
  const frames = new SceneFrames({
    scene,
    ctx,
    place: placeOf(job),
    behind,
    fps,
    ...(share ? { shared: { bitmaps: share.bitmaps, env: prepared.env, sources } } : {}),
  });
  const media = mediaOf(scene, prepared.env);
  /** Draws a frame; answers false when the canvas shows it already. */
  const draw = async (frame: number): Promise<boolean> => {
    const env = { ...prepared.env, t: frame / fps };
    await prepareClips(media, env, prepared.clips);
    return frames.draw(env);
  };
  const showsData = (frame: number) => frames.showsData(frame / fps);
  return { ...prepared, ctx, media, draw, showsData };
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

/** The mix of what is heard; jobs that share and hear the same mix it once. */
function mixOnce(
  share: Share | undefined,
  media: readonly MediaUse[],
  mix: () => Promise<Mixed>,
): Promise<Mixed> {
  if (!share) return mix();
  const key = JSON.stringify(media.filter(isHeard));
  const known = share.sounds.get(key) ?? mix();
  // One sound at a time: it is as long as the video.
  if (!share.sounds.has(key)) share.sounds.clear();
  share.sounds.set(key, known);
  return known;
}

/** Encodes a range of a video's frames; its bytes lie in `finished` afterwards. */
export async function encodeVideo(job: VideoJob): Promise<VideoResult> {
  const watch = new Stopwatch();
  finished.video = finished.sound = new Uint8Array();
  progress = { encoded: 0 };
  if (job.format === 'gif') return gif(job, watch);
  try {
    return await encodeTrack(job, watch);
  } catch (error) {
    if (!(error instanceof StreamsDiffer)) throw error;
    // Without what jobs before have left, the encoder's own frames go together.
    forgetShare();
    return encodeTrack(job, watch);
  }
}

async function encodeTrack(job: VideoJob, watch: Stopwatch): Promise<VideoResult> {
  const encoder = await FrameEncoder.create(job);
  progress = encoder;
  const { ctx, clips, draw, showsData, media, failed, share } = await watch.measure('prepare', () =>
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
    const mixed = await watch.measure('sound', () =>
      mixOnce(share, media, () => mixSound(media, from / fps, to / fps, (url) => clips.duration(url))),
    );
    const isInside = !isMp4 || job.withSound === true;
    const opus =
      isInside && mixed.sound ? new AudioBufferSource({ codec: 'opus', bitrate: opusBitrate }) : undefined;
    if (opus) output.addAudioTrack(opus);
    await output.start();
    if (opus && mixed.sound) await opus.add(mixed.sound);
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
      for (let frame = stretch.from; frame < stretch.to; frame++) {
        const isNew = await watch.measure('draw', () => draw(frame));
        if (isNew) drawn++;
        await encoder.add(ctx, isNew, (frame - stretch.from) % job.groupFrames === 0);
      }
    }
    await encoder.finish();
    kept?.keep(stretches, from, encoder);
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
