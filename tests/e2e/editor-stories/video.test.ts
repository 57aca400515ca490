import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { drawn, Story } from './story.ts';

/* Videos of a published sign: they play by themselves, without sound where the browser forbids it, and end as told. */

let story: Story;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-video-'));

beforeAll(async () => {
  const file = join(folder, 'clip.webm');
  execFileSync(ffmpegPath(folder), [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=5:duration=2'],
    ...[
      '-f',
      'lavfi',
      '-i',
      'sine=duration=2',
      '-c:v',
      'libvpx',
      '-c:a',
      'libvorbis',
      '-pix_fmt',
      'yuv420p',
      file,
    ],
  ]);
  const src = `data:video/webm;base64,${readFileSync(file).toString('base64')}`;
  story = await Story.begin();
  const { id } = await story.caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Clips',
    elements: [
      drawn('video', 0, 0, { properties: { src, muted: false, loop: true } }),
      drawn('video', 700, 0, { properties: { src, loop: false, playbackRate: 2 } }),
      drawn('video', 0, 500, { properties: { src: `${story.product.origin}/media/1/gone.webm` } }),
    ],
  });
  const { displays } = await story.caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  const { asset } = await story.caller.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${id}/publish`,
    { displayIds: [displays[0]!.id] },
  );
  // As browsers do that forbid sound before anybody has touched the page; this one lets everything play.
  await story.page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return this.muted
        ? play.call(this)
        : Promise.reject(new DOMException('play() needs a gesture.', 'NotAllowedError'));
    };
  });
  await story.page.goto(asset.publicUrl);
  await story.page.locator('video').nth(2).waitFor({ state: 'attached' });
});
afterAll(async () => {
  await story?.end();
  rmSync(folder, { recursive: true, force: true });
});

const state = (index: number) =>
  story.page
    .locator('video')
    .nth(index)
    .evaluate((video: HTMLVideoElement) => ({
      muted: video.muted,
      paused: video.paused,
      ended: video.ended,
      time: video.currentTime,
    }));

it('is tried again without sound where autoplay is blocked', async () => {
  await expect.poll(() => state(0)).toMatchObject({ muted: true, paused: false });
});

it('goes back to its start when it has ended, unless it loops', async () => {
  await expect.poll(() => state(1)).toMatchObject({ paused: true, time: 0 });
  expect(await state(0)).toMatchObject({ paused: false });
});

it('pauses and plays on', async () => {
  const video = story.page.locator('video').first();
  await video.evaluate((node: HTMLVideoElement) => node.pause());
  expect(await state(0)).toMatchObject({ paused: true });
  await video.evaluate((node: HTMLVideoElement) => node.play());
  expect(await state(0)).toMatchObject({ paused: false });
});

it('says that it failed to load, with the address and a Retry', async () => {
  const failure = story.page.getByRole('alert').filter({ hasText: 'Failed to load video' });
  await failure.waitFor();
  const told = await failure.locator('small').innerText();
  expect(told.length).toBeLessThanOrEqual(51);
  await failure.getByRole('button', { name: 'Retry' }).waitFor();
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());
