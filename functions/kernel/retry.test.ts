import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overtaken, retryOnConflict } from './retry.ts';
import { ConditionFailed } from './table.ts';

const pauses: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
  },
}));

beforeEach(() => {
  pauses.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Work that is overtaken so many times, and then answers. */
function overtaken(times: number, error: () => Error = () => new ConditionFailed([0])) {
  const given: number[] = [];
  const work = async (tried: number) => {
    given.push(tried);
    if (given.length <= times) throw error();
    return 'done';
  };
  return { given, work };
}

describe('retryOnConflict', () => {
  it.each([
    ['a refused condition', () => new ConditionFailed([0])],
    ['work that saw it itself', () => new Overtaken()],
  ])('tries again after %s, and tells the work how often it was tried', async (_, error) => {
    const { given, work } = overtaken(2, error);
    expect(await retryOnConflict(work)).toBe('done');
    expect(given).toEqual([0, 1, 2]);
    expect(pauses).toEqual([]);
  });

  it('gives up after the last try with its error', async () => {
    const errors = [1, 2, 3].map((n) => new ConditionFailed([n]));
    const { given, work } = overtaken(3, () => errors[given.length - 1]!);
    await expect(retryOnConflict(work, { tries: 3 })).rejects.toBe(errors[2]);
    expect(given).toHaveLength(3);
  });

  it('lets onGivingUp answer, or throw a better error, after the last try alone', async () => {
    const givenUp = vi.fn(() => 'instead');
    expect(await retryOnConflict(overtaken(2).work, { tries: 3, onGivingUp: givenUp })).toBe('done');
    expect(givenUp).not.toHaveBeenCalled();
    expect(await retryOnConflict(overtaken(3).work, { tries: 3, onGivingUp: givenUp })).toBe('instead');
    const better = new Error('Please try again.');
    const throwing = () => {
      throw better;
    };
    await expect(retryOnConflict(overtaken(3).work, { tries: 3, onGivingUp: throwing })).rejects.toBe(better);
  });

  it.each([1, 3])('passes any other error through at once, also in the last of %i tries', async (tries) => {
    const other = new Error('The disk is full.');
    const { given, work } = overtaken(1, () => other);
    const onGivingUp = vi.fn(() => 'instead');
    await expect(retryOnConflict(work, { tries, onGivingUp })).rejects.toBe(other);
    expect(given).toEqual([0]);
    expect(onGivingUp).not.toHaveBeenCalled();
  });

  it('asks isOvertaken, which may look it up, instead of knowing the error itself', async () => {
    const error = new Error('Changed meanwhile.');
    const { given, work } = overtaken(1, () => error);
    expect(await retryOnConflict(work, { isOvertaken: async (one) => one === error })).toBe('done');
    expect(given).toEqual([0, 1]);
    await expect(
      retryOnConflict(overtaken(1).work, { isOvertaken: async () => false }),
    ).rejects.toBeInstanceOf(ConditionFailed);
  });

  it('waits up to twice as long before each further try, and never longer than maxPauseMs', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await retryOnConflict(overtaken(4).work, { pauseMs: 10, maxPauseMs: 35 });
    expect(pauses).toEqual([10, 20, 35, 35]);
  });

  it('does not wait after the last try', async () => {
    await expect(retryOnConflict(overtaken(9).work, { tries: 2, pauseMs: 10 })).rejects.toThrow();
    expect(pauses).toHaveLength(1);
  });
});
