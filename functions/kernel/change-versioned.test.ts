import { describe, expect, it } from 'vitest';
import { timeTravel } from '#tests/support/time.ts';
import { changeVersioned } from './change-versioned.ts';
import { changedSinceOpened } from './errors.ts';
import { Overtaken } from './retry.ts';
import { ConditionFailed } from './table.ts';

const changedSince = changedSinceOpened('thing');

/** A thing that somebody else changes before each of the first so many writes. */
function thing(overtakenTimes = 0) {
  let stored = { name: 'a', count: 1, version: 1, updatedAt: '2026-01-01T00:00:00.000Z' };
  let left = overtakenTimes;
  return {
    stored: () => stored,
    read: async () => stored,
    async write(before: typeof stored, after: typeof stored) {
      if (left-- > 0) stored = { ...stored, count: stored.count + 10, version: stored.version + 1 };
      if (stored.version !== before.version) throw changedSince;
      stored = after;
    },
    changedSince,
  };
}

const addOne = ({ count }: { count: number }) => ({ count: count + 1 });

describe('changing a thing by one version', () => {
  it('writes the changes with the next version and the time, and answers both states', async () => {
    timeTravel('2026-11-26T10:00:00Z');
    const one = thing();
    const { before, after } = await changeVersioned({ ...one, change: addOne });
    expect(before).toMatchObject({ count: 1, version: 1 });
    expect(after).toEqual({
      name: 'a',
      count: 2,
      version: 2,
      updatedAt: expect.stringMatching(/^2026-11-26T10:00:0/),
    });
    expect(one.stored()).toBe(after);
  });

  it('changes what is there by then when somebody else was quicker', async () => {
    const one = thing(2);
    const { after } = await changeVersioned({ ...one, change: addOne });
    expect(after).toMatchObject({ count: 22, version: 4 });
  });

  it('refuses another version than the one that was seen, before anything is changed', async () => {
    const one = thing();
    const late = changeVersioned({
      ...one,
      version: 7,
      change: () => {
        throw new Error('must not be asked');
      },
    });
    await expect(late).rejects.toBe(changedSince);
  });

  it('refuses the version that was seen when somebody else is quicker, and leaves their change', async () => {
    const one = thing(1);
    await expect(changeVersioned({ ...one, version: 1, change: addOne })).rejects.toBe(changedSince);
    expect(one.stored()).toMatchObject({ count: 11, version: 2 });
  });

  it.each([new Overtaken(), new ConditionFailed([1])])(
    'tries the version that was seen again when only what is written beside it was overtaken: %s',
    async (error) => {
      const one = thing();
      let tried = 0;
      const write: typeof one.write = async (before, after) => {
        if (tried++ === 0) throw error;
        await one.write(before, after);
      };
      await changeVersioned({ ...one, version: 1, change: addOne, write });
      expect(one.stored()).toMatchObject({ count: 2, version: 2 });
    },
  );

  it('lets what the change throws through at once', async () => {
    const wrong = new Error('wrong');
    let asked = 0;
    const change = async () => {
      asked += 1;
      throw wrong;
    };
    await expect(changeVersioned({ ...thing(), change })).rejects.toBe(wrong);
    expect(asked).toBe(1);
  });
});
