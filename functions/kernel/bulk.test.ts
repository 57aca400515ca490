import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countOutcomes, outcomeOf, workEach } from './bulk.ts';
import { badRequest } from './errors.ts';

const refused = (item: number, { message }: Error) => `${item}: ${message}`;

describe('work on each of many', () => {
  it('answers in the order of the items, and with the reason of who was refused', async () => {
    const results = await workEach(
      [3, 1, 2],
      3,
      async (item) => {
        for (let n = 0; n < item; n++) await turn();
        if (item === 1) throw badRequest('Not this one.');
        return `${item}: done`;
      },
      refused,
    );
    expect(results).toEqual(['3: done', '1: Not this one.', '2: done']);
  });

  it('works so many at once and no more', async () => {
    let [running, most] = [0, 0];
    await workEach(
      Array.from({ length: 20 }, (_, n) => n),
      4,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        return '';
      },
      refused,
    );
    expect(most).toBe(4);
  });

  it('begins no further item after a fault of ours, and throws it once the others are through', async () => {
    const fault = new Error('fault');
    const done: number[] = [];
    const work = async (item: number) => {
      if (item === 1) throw fault;
      await turn();
      done.push(item);
      return '';
    };
    await expect(workEach([1, 2, 3, 4], 2, work, refused)).rejects.toBe(fault);
    expect(done).toEqual([2]);
  });

  it('ends with a refusal that may not be answered by itself', async () => {
    const down = badRequest('Down.');
    const done: number[] = [];
    const worked = workEach(
      [1, 2],
      1,
      async (item) => {
        if (item === 1) throw down;
        return done.push(item);
      },
      (_, error) => {
        throw error;
      },
    );
    await expect(worked).rejects.toBe(down);
    expect(done).toEqual([]);
  });

  it('has nothing to do for none', async () => {
    expect(await workEach([], 5, async () => '', refused)).toEqual([]);
  });
});

it('outcomes are counted, and have a reason only where a thing was not done', () => {
  const results = ['', 'Taken.', ''].map(outcomeOf);
  expect(results[1]).toEqual({ success: false, reason: 'Taken.' });
  expect(countOutcomes(results)).toEqual({ successful: 2, failed: 1 });
});
