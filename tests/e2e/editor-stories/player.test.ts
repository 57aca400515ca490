import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { shareProduct } from '#tests/support/workspace.ts';
import { drawn } from './story.ts';

/* The video player of a published sign under a keyboard, and what it says when something is not possible. */

let visitor: Visit;
let page: Page;

function video(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-player-'));
  try {
    execFileSync(ffmpegPath(folder), [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=c=navy:size=64x36:rate=2:duration=40'],
      ...['-c:v', 'libvpx', '-b:v', '20k', '-g', '2', '-pix_fmt', 'yuv420p', join(folder, 'tour.webm')],
    ]);
    return `data:video/webm;base64,${readFileSync(join(folder, 'tour.webm')).toString('base64')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

beforeAll(async () => {
  const src = video();
  const product = await shareProduct();
  const caller = await product.signIn('admin');
  visitor = await visit(product.origin, { width: 1600, height: 900 });
  page = visitor.page;
  const { id } = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Player',
    canvasSize: { width: 1600, height: 900 },
    elements: [drawn('video_player', 100, 100, { properties: { src, autoplay: false, title: 'Tour' } })],
  });
  const { displays } = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  const { asset } = await caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${id}/publish`,
    { displayIds: [displays[0]!.id] },
  );
  await page.goto(asset.publicUrl);
  await clip().evaluate(
    (node: HTMLVideoElement) =>
      node.readyState > 0 || new Promise((resolve) => node.addEventListener('loadedmetadata', resolve)),
  );
});
afterAll(async () => {
  await closeBrowser();
});

const player = () => page.getByRole('group', { name: 'Video player: Tour' });
const clip = () => player().locator('video');
const state = () =>
  clip().evaluate(({ currentTime, volume, muted, paused }: HTMLVideoElement) => ({
    currentTime: Math.round(currentTime),
    volume,
    muted,
    paused,
  }));
async function press(key: string): Promise<void> {
  await player().focus();
  await page.keyboard.press(key);
}

it('skips 10 s by the arrows, and never beyond its ends', async () => {
  await press('ArrowRight');
  expect(await state()).toMatchObject({ currentTime: 10 });
  await press('ArrowRight');
  await press('ArrowLeft');
  await press('ArrowLeft');
  await press('ArrowLeft');
  expect(await state()).toMatchObject({ currentTime: 0 });
  await expectAccessible(page);
});

it('changes the volume by 0.1, and M mutes', async () => {
  const { volume, muted } = await state();
  await press('ArrowDown');
  expect((await state()).volume).toBeCloseTo(volume - 0.1);
  await press('ArrowUp');
  expect((await state()).volume).toBeCloseTo(volume);
  const before = (await state()).muted;
  await press('m');
  expect((await state()).muted).toBe(!before);
  await press('M');
  expect((await state()).muted).toBe(before);
  expect(typeof muted).toBe('boolean');
});

it('plays and pauses by Space, and F is full screen', async () => {
  await press(' ');
  expect(await state()).toMatchObject({ paused: false });
  await press(' ');
  expect(await state()).toMatchObject({ paused: true });
  await press('f');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await press('f');
  await page.waitForFunction(() => document.fullscreenElement === null);
});

it('offers the seven speeds, and its time as m:ss', async () => {
  expect(await player().getByLabel('Speed').locator('option').allInnerTexts()).toEqual([
    '0.25×',
    '0.5×',
    '0.75×',
    '1×',
    '1.25×',
    '1.5×',
    '2×',
  ]);
  await player().getByLabel('Speed').selectOption('2');
  expect(await clip().evaluate((node: HTMLVideoElement) => node.playbackRate)).toBe(2);
  await player().getByText('0:00 / 0:40').waitFor();
});

it('says where a picture in picture is not to be had', async () => {
  // A browser of a sign has none; where one has, its owner may forbid it.
  await page.evaluate(() =>
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: false, configurable: true }),
  );
  await press('i');
  await player().getByRole('status').getByText('Picture-in-Picture not supported', { exact: true }).waitFor();
});

it('says that it cannot play, when the browser does not let it', async () => {
  await clip().evaluate((node: HTMLVideoElement) => {
    node.play = () => Promise.reject(new DOMException('Not allowed here.', 'NotAllowedError'));
  });
  await press(' ');
  await player().getByRole('status').getByText('Failed to play video', { exact: true }).waitFor();
});

it('threw nothing on the way', () => expect(visitor.problems).toEqual([]));
