import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VideoStills } from './video-stills.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://app.test' }));
afterEach(() => vi.unstubAllGlobals());

const canvas = { width: 320, height: 180 } as HTMLCanvasElement;

it('takes one frame of each video, two at a time, and tells when it has one', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const changed = vi.fn();
  const stills = new VideoStills(changed, (url) => {
    asked.push(url);
    return new Promise((resolve) => answers.push(() => resolve(canvas)));
  });
  for (const url of ['/media/a', '/media/b', '/media/c', '/media/a']) stills.frame(url);
  expect(asked).toEqual(['/media/a', '/media/b']);
  expect(stills.settled).toBe(false);
  answers[0]!();
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  expect(stills.frame('/media/a')).toMatchObject({ state: 'loaded', image: canvas, width: 320 });
  expect(asked).toEqual(['/media/a', '/media/b', '/media/c']);
  for (const answer of answers) answer();
  await vi.waitFor(() => expect(stills.settled).toBe(true));
});

it('says that a video failed, but not of one whose site keeps its frames to itself', async () => {
  const stills = new VideoStills(
    () => {},
    () => Promise.reject(new Error('no')),
  );
  stills.frame('/media/a');
  stills.frame('https://elsewhere.test/film.mp4');
  await vi.waitFor(() => expect(stills.settled).toBe(true));
  expect(stills.frame('/media/a')?.state).toBe('error');
  expect(stills.frame('https://elsewhere.test/film.mp4')).toBeUndefined();
});
