import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { SignFloor } from '#shared/model/sign-floor.ts';
import { followFloor } from './floor-feed.ts';
import { testElement } from './testing/scene-env.ts';

const start = Date.parse('2026-11-27T15:00:00.000Z');
/** The display's clock is a minute slow. */
const heard = (seconds: number): SignFloor => ({
  at: new Date(Date.now() + 60_000).toISOString(),
  signedIn: 1,
  waiting: { count: 1, since: new Date(Date.now() + 60_000 - seconds * 1000).toISOString() },
});

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks every five seconds, by the display’s own clock, and says once when nothing is heard any more', async () => {
  let isDown = false;
  const load = vi.fn(async () => {
    if (isDown) throw new Error('HTTP 503');
    return heard(40);
  });
  const seen: JsonMap[] = [];
  const stop = followFloor([testElement('live_floor')], load, (floor) => seen.push(floor));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toMatchObject([{ signedIn: 1, waiting: { since: new Date(start - 40_000).toISOString() } }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.length).toBe(2);
  isDown = true;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(seen.length, 'a hiccup changes nothing').toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.slice(2)).toMatchObject([{ isStale: true, signedIn: 1 }]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.at(-1)).not.toHaveProperty('isStale');
  const asked = load.mock.calls.length;
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(asked);
});

it('asks for nothing where no live floor is seen', async () => {
  const load = vi.fn(async () => heard(1));
  followFloor([testElement('text'), testElement('live_floor', { isVisible: false })], load, () => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).not.toHaveBeenCalled();
});
