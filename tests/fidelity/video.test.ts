import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath, runFfmpeg } from '#infra/local/mediaconvert/ffmpeg.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { boxesOf, played, probe } from './probe.ts';

/* What `POST …/exports {exportType: 'video'}` gives, from the call to the file, in the local cloud. */

const size = { width: 320, height: 180 };
const folder = mkdtempSync(join(tmpdir(), 'dealbell-video-'));
const run = { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined };

let product: Product;
let agent: Caller;
let project: string;

const place = (type: string, layerOrder: number, change: object = {}) => {
  const { version: _, id: _id, ...element } = newElement(type, { id: 'x', x: 0, y: 0, layerOrder });
  return { ...element, ...change };
};

/** Uploads a file as the editor does. Answers its address. */
async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const mimeType = 'video/mp4';
  const { asset, upload } = await agent.ask<{
    asset: { id: string };
    upload: { url: string; fields: Record<string, string> };
  }>('POST', '/content/assets/uploads', { name, mimeType, fileSize: bytes.length });
  const form = new FormData();
  for (const [key, value] of Object.entries(upload.fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }));
  expect((await fetch(upload.url, { method: 'POST', body: form })).status).toBeLessThan(300);
  const done = await agent.ask<{ publicUrl: string }>('POST', `/content/assets/${asset.id}/complete`, {});
  return done.publicUrl;
}

/** A project that shows one clip over all of its canvas. */
async function clipProject(src: string): Promise<string> {
  const properties = { customElementType: 'video', src, controls: false, muted: false, objectFit: 'fill' };
  const body = { name: 'Roof', canvasSize: size, elements: [place('video', 1, { size, properties })] };
  return (await agent.ask<{ id: string }>('POST', '/content/projects', body)).id;
}

beforeAll(async () => {
  product = await Product.start();
  agent = await product.signIn();
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

async function exported(options: Partial<ExportOptions>, of = project): Promise<Buffer> {
  const body = { exportType: 'video', dimensions: size, ...options };
  const { id } = await agent.ask<{ id: string }>('POST', `/content/projects/${of}/exports`, body);
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

/** A clip of a picture, as ffmpeg describes it, with a tone of a second. */
async function clipOf(name: string, picture: string, codecs: string[]): Promise<Buffer> {
  const clip = join(folder, name);
  const tone = 'sine=frequency=440:sample_rate=44100:duration=1';
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', tone];
  await runFfmpeg(['-y', ...inputs, ...codecs, '-c:a', 'aac', '-movflags', '+faststart', clip], run);
  return readFileSync(clip);
}

describe('an MP4', () => {
  let loud: string;
  beforeAll(async () => {
    const picture = 'color=black:size=64x36:rate=30:duration=1';
    const clip = await clipOf('tone.mp4', picture, ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
    loud = await clipProject(await uploaded('tone.mp4', clip));
  });

  it.each([
    ['low', 'without', 24],
    ['low', 'with', 30],
    ['medium', 'without', 60],
    ['medium', 'with', 24],
    ['high', 'without', 30],
    ['high', 'with', 60],
  ] as const)(
    'of quality %s %s sound, %i frames a second, is what was asked for',
    async (quality, sound, fps) => {
      const bytes = await exported({ duration: 1.5, quality, fps }, sound === 'with' ? loud : project);
      const found = await probe(bytes);
      expect(found).toMatchObject({ ...size, frames: 1.5 * fps, codec: 'avc', sound: 'aac', color: bt709 });
      expect(found.seconds).toBeCloseTo(1.5, 3);
      // AAC comes in pieces of 1,024 samples.
      expect(Math.abs(found.soundSeconds - 1.5)).toBeLessThan(0.05);
      expect(found.drift(fps)).toBeLessThan(0.001);
      // Its index lies before its pictures: a player begins with the first bytes.
      const boxes = boxesOf(bytes);
      expect(boxes[0]).toBe('ftyp');
      expect(boxes.indexOf('moov')).toBeGreaterThan(0);
      expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
      const shown = await played(bytes, folder, run);
      expect(shown.frames).toBe(1.5 * fps);
      expect(shown.video).toMatch(
        new RegExp(`^h264 .*yuv420p\\(tv, bt709[,)].* ${size.width}x${size.height}.* ${fps} fps`),
      );
      expect(shown.audio).toMatch(/^aac .*48000 Hz, stereo/);
      if (sound === 'with') expect(shown.loudness).toBeGreaterThan(0.05);
      else expect(shown.loudness).toBeLessThan(0.0001);
    },
  );

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
    expect(found).toMatchObject({ frames: 1260, codec: 'avc', sound: 'aac' });
    expect(found.drift(60)).toBeLessThan(0.001);
    expect(found.seconds).toBeCloseTo(21, 2);
    // Snow falls on: frames on either side of the seam differ no more than other neighbours do.
    const likeness = async (frame: number) =>
      psnr(await frameOf(whole, frame), await frameOf(whole, frame + 1));
    const others: number[] = [];
    for (const frame of [580, 600, 639, 680]) others.push(await likeness(frame));
    expect(await likeness(659)).toBeGreaterThan(Math.min(...others) - 6);
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

describe('a clip in a video', () => {
  it('shows exactly its frames, begins again at its end, and is heard', async () => {
    // Each of its thirty frames has a brightness of its own.
    const picture = "color=black:size=64x36:rate=30:duration=1,geq=lum='20+N*7':cb=128:cr=128";
    const codecs = ['-c:v', 'libx264', '-qp', '10', '-g', '12', '-pix_fmt', 'yuv420p'];
    const clip = await clipOf('steps.mp4', picture, codecs);
    const video = await exported({ duration: 2 }, await clipProject(await uploaded('steps.mp4', clip)));

    const [file, raw] = [join(folder, 'made.mp4'), join(folder, 'made.raw')];
    writeFileSync(file, video);
    await runFfmpeg(
      ['-y', '-i', file, '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw],
      run,
    );
    // Of each frame of one dot: its brightness and two bytes of colour.
    const bright = [...readFileSync(raw)].filter((_, i) => i % 3 === 0);
    expect(bright.map((value) => Math.round((value - 20) / 7))).toEqual(
      Array.from({ length: 60 }, (_, frame) => frame % 30),
    );

    const pcm = join(folder, 'made.pcm');
    await runFfmpeg(['-y', '-i', file, '-f', 's16le', '-ac', '1', '-ar', '48000', pcm], run);
    const bytes = readFileSync(pcm);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const loudness = (from: number, to: number) =>
      Math.sqrt(
        samples.slice(from * 48_000, to * 48_000).reduce((sum, x) => sum + x * x, 0) / ((to - from) * 48_000),
      );
    const source = 32_767 / 8 / Math.SQRT2;
    for (const [from, to] of [
      [0.1, 0.9],
      [1.1, 1.9],
    ] as const)
      expect(loudness(from, to) / source).toBeCloseTo(1, 1);
  });

  it('that is broken is shown as such, and the video is made', async () => {
    const head = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex');
    const src = await uploaded('broken.mp4', Buffer.concat([head, Buffer.alloc(5000, 7)]));
    const found = await probe(await exported({ duration: 1 }, await clipProject(src)));
    expect(found).toMatchObject({ ...size, frames: 30, codec: 'avc', sound: 'aac' });
  });
});

it('what cannot be made is refused with a sentence', async () => {
  const refused = (options: object) =>
    product.call<{ error: string }>('POST', `/content/projects/${project}/exports`, {
      token: agent.token,
      body: { exportType: 'video', ...options },
    });
  expect((await refused({ duration: 4 * 3600 })).body.error).toMatch(/3,600 seconds \(one hour\)/);
  const large = await refused({ dimensions: { width: 4096, height: 4096 } });
  expect(large).toMatchObject({ status: 400, body: { error: expect.stringContaining('4096 × 2304') } });
});

it('personalised videos are one for each record, of which the shared part is the same', async () => {
  const text = place('text', 2, { position: { x: 20, y: 110 }, size: { width: 280, height: 60 } });
  const properties = { ...text.properties, text: 'Thank you {{lead.name}}' };
  const shape = place('shape', 1, { position: { x: 20, y: 20 }, size: { width: 90, height: 60 } });
  const body = { name: 'Thanks', canvasSize: size, elements: [shape, { ...text, properties }] };
  const { id } = await agent.ask<{ id: string }>('POST', '/content/projects', body);
  const records = ['Ada', 'Bob', 'Ada'].map((name) => ({ name, data: { lead: { name } } }));
  const asked = { duration: 1, dimensions: size, records };
  const batch = await agent.ask<{ id: string }>('POST', `/content/projects/${id}/personalised`, asked);
  const of = `/content/personalised/${batch.id}`;
  for (;;) {
    const { status, failed } = await agent.ask<{ status: string; failed: number }>('GET', of);
    expect(failed).toBe(0);
    if (status === 'completed') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { downloadUrl } = await agent.ask<{ downloadUrl: string }>('GET', `${of}/download`);
  const files = unzipSync(new Uint8Array(await (await fetch(downloadUrl)).arrayBuffer()));
  expect(Object.keys(files)).toEqual(['1 Ada.mp4', '2 Bob.mp4', '3 Ada.mp4']);
  const [ada, bob, again] = Object.values(files).map((file) => Buffer.from(file)) as [Buffer, Buffer, Buffer];
  expect(again.equals(ada)).toBe(true);
  expect(await probe(bob)).toMatchObject({ ...size, frames: 30, codec: 'avc', color: bt709 });
  expect(boxesOf(bob).indexOf('moov')).toBeLessThan(boxesOf(bob).indexOf('mdat'));
  const [one, other] = [await frameOf(ada, 10), await frameOf(bob, 10)];
  const row = size.width * 3;
  // Above the text nothing differs that a person could see; in it something does.
  expect(psnr(one.subarray(0, 100 * row), other.subarray(0, 100 * row))).toBeGreaterThan(45);
  expect(psnr(one.subarray(110 * row), other.subarray(110 * row))).toBeLessThan(40);
});
