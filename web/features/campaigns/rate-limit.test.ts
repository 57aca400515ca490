import { expect, it } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import { inThreeAttempts, unreachable } from './rate-limit.ts';

it('tries a new pace three times, a second and two apart, and then says so', async () => {
  const waits: number[] = [];
  let tried = 0;
  const work = async () => {
    tried++;
    throw new TypeError('fetch failed');
  };
  const pause = async (ms: number) => void waits.push(ms);
  await expect(inThreeAttempts(work, pause)).rejects.toThrow(unreachable);
  expect([tried, waits]).toEqual([3, [1_000, 2_000]]);
});

it('does not ask again for what the server has refused', async () => {
  let tried = 0;
  const refused = async () => {
    tried++;
    throw new ApiError(409, 'wrong_state', 'It has ended.');
  };
  await expect(inThreeAttempts(refused, async () => undefined)).rejects.toBeInstanceOf(ApiError);
  expect(tried).toBe(1);
});
