import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath, runFfmpeg } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { type Caller, Product } from '#tests/support/product.ts';

/* What `POST …/exports {exportType: 'video'}` gives, from the call to the file, in the local cloud. */

const size = { width: 320, height: 180 };
const folder = mkdtempSync(join(tmpdir(), 'dealbell-video-'));
const run = { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined };

let product: Product;
let agent: Caller;
let project: string;
beforeAll(async () => {
  product = await Product.start();
  agent = await product.signIn();
  const place = (type: string, layerOrder: number, change: object = {}) => {
    const { version: _, id: _id, ...element } = newElement(type, { id: 'x', x: 0, y: 0, layerOrder });
    return { ...element, ...change };
  };
  const body = {
    name: 'Clip',
    canvasSize: size,
    canvasBackground: { type: 'solid', color: '#ff0000' },
    elements: [
      place('shape', 1, { position: { x: 20, y: 20 }, size: { width: 90, height: 60 } }),
      place('snow_animation', 2, { position: { x: 160, y: 0 }, size: { width: 160, height: 180 } }),
      place('text', 3, { position: { x: 20, y: 110 }, size: { width: 140, height: 50 } }),
    ],
  };
  project = (await agent.ask<{ id: string }>('POST', '/content/projects', body)).id;
}, 120_000);
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function exported(options: Partial<ExportOptions>): Promise<Buffer> {
  const body = { exportType: 'video', dimensions: size, ...options };
  const { id } = await agent.ask<{ id: string }>('POST', `/content/projects/${project}/exports`, body);
  for (;;) {
    const { export: found } = await agent.ask<{ export: { status: string; errorMessage: string } }>(
      'GET',
      `/content/exports/${id}/status`,
    );
    if (found.status === 'failed') throw new Error(found.errorMessage);
    if (found.status === 'completed') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { downloadUrl } = await agent.ask<{ downloadUrl: string }>('GET', `/content/exports/${id}/download`);
  return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
}

async function probe(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = await input.getPrimaryAudioTrack();
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(video).packets()) times.push(timestamp);
  return {
    frames: times.length,
    /** The largest distance of a frame from its place, in s. */
    drift: (fps: number) =>
      Math.max(...times.sort((a, b) => a - b).map((time, i) => Math.abs(time - i / fps))),
    codec: video.codec,
    sound: audio?.codec ?? null,
    width: video.displayWidth,
    height: video.displayHeight,
    seconds: await video.computeDuration(),
    color: await video.getColorSpace(),
    fastStart: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  };
}

/** One frame of a video as a player shows it. @param format how ffmpeg calls the form of its dots */
async function frameOf(bytes: Buffer, frame: number, format = 'rgb24'): Promise<Buffer> {
  const [file, raw] = [join(folder, 'clip'), join(folder, 'frame.raw')];
  writeFileSync(file, bytes);
  const filter = `select=eq(n\\,${frame}),scale=in_color_matrix=bt709:in_range=tv`;
  await runFfmpeg(
    ['-y', '-i', file, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', format, raw],
    run,
  );
  return readFileSync(raw);
}

/** Peak signal-to-noise ratio of two pictures, in dB. */
function psnr(a: Buffer, b: Buffer): number {
  expect(a.length).toBe(b.length);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length));
}

const bt709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };

describe('an MP4', () => {
  it('has exactly its frames, H.264 in BT.709, AAC, and begins with its index', async () => {
    const bytes = await exported({ duration: 1 });
    const found = await probe(bytes);
    expect(found).toMatchObject({ ...size, frames: 30, codec: 'avc', sound: 'aac', fastStart: true });
    expect(found.seconds).toBeCloseTo(1, 3);
    expect(found.color).toMatchObject(bt709);
    expect(found.drift(30)).toBeLessThan(0.001);
  });

  it('shows what a picture of the same moment shows', async () => {
    const [clip, png] = await Promise.all([
      exported({ duration: 1 }),
      exported({ exportType: 'image', imageFormat: 'png' }),
    ]);
    const { data } = PNG.sync.read(png);
    const picture = Buffer.from(data.filter((_, i) => i % 4 !== 3));
    // By brightness, which a video keeps for every dot; it keeps colour for every other one.
    const luma = Buffer.from(
      Array.from({ length: data.length / 4 }, (_, i) => {
        const [r, g, b] = data.subarray(i * 4, i * 4 + 3);
        return Math.round(0.2126 * r! + 0.7152 * g! + 0.0722 * b!);
      }),
    );
    expect(psnr(await frameOf(clip, 0, 'gray'), luma)).toBeGreaterThan(40);
    // A plain area has its colour to the last but one: range and matrix are what the label says.
    const at = (buffer: Buffer) => [...buffer.subarray((90 * 320 + 130) * 3, (90 * 320 + 130) * 3 + 3)];
    const [shown, meant] = [at(await frameOf(clip, 0)), at(picture)];
    for (const [i, value] of shown.entries()) expect(Math.abs(value - meant[i]!)).toBeLessThan(4);
  });

  it('of several parts is the same as of one, across the seam', async () => {
    const whole = await exported({ duration: 21, fps: 60 });
    const found = await probe(whole);
    expect(found).toMatchObject({ frames: 1260, codec: 'avc', sound: 'aac', fastStart: true });
    expect(found.drift(60)).toBeLessThan(0.001);
    expect(found.seconds).toBeCloseTo(21, 2);
    // Snow falls on: frames on either side of the seam differ no more than other neighbours do.
    const [before, after] = [await frameOf(whole, 659), await frameOf(whole, 660)];
    const [other, next] = [await frameOf(whole, 600), await frameOf(whole, 601)];
    expect(psnr(before, after)).toBeGreaterThan(psnr(other, next) - 6);
  });

  it('of medium quality is encoded again, smaller, with every frame', async () => {
    const options = { duration: 2, fps: 24 } as const;
    const [high, medium] = [await exported(options), await exported({ ...options, quality: 'medium' })];
    expect(await probe(medium)).toMatchObject({
      ...size,
      frames: 48,
      codec: 'avc',
      sound: 'aac',
      color: bt709,
    });
    expect(medium.length).toBeLessThan(high.length);
  });
});

it('a WebM has its frames', async () => {
  const found = await probe(await exported({ duration: 1, videoFormat: 'webm', fps: 25 }));
  expect(found).toMatchObject({ ...size, frames: 25, codec: 'vp9' });
});

it('a GIF shows its colours', async () => {
  const bytes = await exported({ duration: 1, videoFormat: 'gif' });
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
  const [red, green, blue] = (await frameOf(bytes, 5)).subarray((90 * 320 + 130) * 3);
  expect(red).toBeGreaterThan(240);
  expect(Math.max(green!, blue!)).toBeLessThan(15);
});
