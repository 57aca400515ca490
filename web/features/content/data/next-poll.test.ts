import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { nextPoll, pollAfter, quick } from './next-poll.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Polls that a query makes within some minutes, of which some fail. */
async function polled(minutes: number, fails: (poll: number) => boolean): Promise<number> {
  vi.useFakeTimers();
  // Where there is no window it takes itself to be on a server, and polls nothing.
  environmentManager.setIsServer(() => false);
  const client = new QueryClient();
  let polls = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['export'],
    queryFn: async () => {
      if (fails(polls++)) throw new Error('The network is gone.');
      return { status: 'processing' };
    },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => pollAfter(state, state.data?.status),
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  leave();
  client.clear();
  return polls;
}

it('an export is followed for five minutes, and no longer', async () => {
  const quickSeconds = (quick.polls * quick.interval) / 1000;
  expect(await polled(60, () => false)).toBe(150 + quick.polls);
  // One begins; those at the very end of the time may or may not have come.
  const inTwo = quick.polls + (120 - quickSeconds) / 2;
  expect(Math.abs((await polled(2, () => false)) - inTwo)).toBeLessThanOrEqual(2);
});

it('polls that fail are counted in the same 150, 5 s apart', async () => {
  expect(await polled(60, (poll) => poll > 30)).toBe(150 + quick.polls);
});

it('an export is asked for every 2 s, 150 times, and 5 s after an error', () => {
  expect(nextPoll(quick.polls, false)).toBe(2_000);
  expect(nextPoll(quick.polls, true)).toBe(5_000);
  const asked = Array.from({ length: 1_000 }, (_, polls) => nextPoll(polls, false));
  expect(asked.filter((wait) => wait === 2_000)).toHaveLength(150);
  expect(asked.filter((wait) => wait !== undefined)).toHaveLength(150 + quick.polls);
  expect(nextPoll(150 + quick.polls, true)).toBeUndefined();
});

it('a quick export is noticed within half a second', () => {
  expect(nextPoll(0, false)).toBe(500);
});
