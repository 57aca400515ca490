import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '#cdk/bundle.ts';
import type { ExportSource } from '#functions/content/exports/use-cases.ts';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { exportOptions, newProjectDefaults } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { grayFrames, probe } from './probe.ts';

/* A video whose last frames a second page takes over while the first one draws: nobody sees where. */

const size = { width: 320, height: 180 };
const frames = 150;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-second-page-'));
const run = { path: ffmpegPath(folder), signal: new AbortController().signal, child: () => undefined };
let renderer: typeof import('./renderer.ts');

beforeAll(async () => {
  await bundle('tests/fidelity/renderer.ts', join(folder, 'renderer'));
  const file = pathToFileURL(join(folder, 'renderer', 'index.mjs')).href;
  renderer = (await import(/* @vite-ignore */ file)) as typeof import('./renderer.ts');
}, 120_000);
afterAll(async () => {
  await renderer?.closeBrowser();
  rmSync(folder, { recursive: true, force: true });
});

const options = exportOptions.parse({
  ...{ exportType: 'video', quality: 'high', fps: 30, dimensions: size },
  duration: frames / 30,
});
const text = newElement('text', { id: 'x', x: 20, y: 60, layerOrder: 0 });
const animation = { type: 'slideIn', direction: 'left', duration: frames / 30 };
const source = {
  project: { ...newProjectDefaults, canvasSize: size, elements: [{ ...text, animations: [animation] }] },
  ...{ data: {}, seed: 1 },
} as unknown as ExportSource;

async function video(secondFrom: () => number | undefined) {
  const range = { from: 0, to: frames };
  const made = await renderer.asSystem(1, 'fidelity', () =>
    renderer.encodeRange(source, options, range, undefined, secondFrom),
  );
  expect(made.failed).toEqual([]);
  return made.video;
}

const differences = (one: Buffer, two: Buffer): number =>
  one.reduce((sum, value, i) => sum + (value - two[i]!) ** 2, 0) / one.length;

it.skipIf(availableParallelism() < 2)('shows the same in every frame, whoever drew it', async () => {
  const alone = await grayFrames(await video(() => undefined), size, folder, run);
  const shared = await video(() => 90);
  const found = await probe(shared);
  expect(found).toMatchObject({ ...size, frames, codec: 'avc' });
  expect(found.drift(30)).toBeLessThan(0.001);
  // The second page begins with a key frame; one page has one each 60 frames.
  expect(found.keyFrames.slice(0, 2)).toEqual([0, 60]);
  expect(found.keyFrames[2]).toBeGreaterThanOrEqual(90);
  expect(found.keyFrames[2]).toBeLessThan(120);
  const shown = await grayFrames(shared, size, folder, run);
  expect(shown).toHaveLength(frames);
  expect(differences(alone[0]!, alone[frames - 1]!)).toBeGreaterThan(20);
  // As far apart as two encodings of a frame are: 38 dB.
  expect(Math.max(...shown.map((frame, n) => differences(frame, alone[n]!)))).toBeLessThan(10);
});

it.skipIf(availableParallelism() < 2)(
  'goes on from where the first page is, if that is past the frame asked for',
  async () => {
    const found = await probe(await video(() => 1));
    expect(found.frames).toBe(frames);
    expect(found.keyFrames[1]).toBeGreaterThan(1);
    expect(found.keyFrames[1]).toBeLessThan(60);
  },
);
