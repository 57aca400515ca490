import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { timeTravel } from '#tests/support/time.ts';
import { sharedReading } from './shared-reading.ts';

/** Reads numbers of which there are so many, and counts how often it was asked to. */
function reader(size: number) {
  const asked = { times: 0, fails: false };
  const read = sharedReading(
    async (of: string) => {
      asked.times++;
      if (asked.fails) throw new Error('The table does not answer.');
      return { of, size, reading: asked.times };
    },
    (result) => result.size >= 500,
    (of) => of,
  );
  const readIn = (tenantId: number, of = 'numbers') => asSystem(tenantId, 'test', () => read(of));
  return { asked, readIn };
}

describe('a shared reading', () => {
  it('is made once for all who ask within five seconds, where it is large', async () => {
    const time = timeTravel('2026-06-10T16:00:00.000Z');
    const { asked, readIn } = reader(500);
    const at1 = await Promise.all(Array.from({ length: 20 }, () => readIn(1)));
    expect(at1.every(({ reading }) => reading === 1)).toBe(true);
    time.forward({ seconds: 4 });
    expect((await readIn(1)).reading).toBe(1);
    time.forward({ seconds: 2 });
    expect((await readIn(1)).reading).toBe(2);
    expect(asked.times).toBe(2);
  });

  it('is made once, too, where making it takes longer than it is shared', async () => {
    const time = timeTravel('2026-06-10T16:00:00.000Z');
    const made: ((size: number) => void)[] = [];
    const read = sharedReading(
      () => new Promise<number>((resolve) => made.push(resolve)),
      (size) => size >= 500,
    );
    const ask = () => asSystem(1, 'test', () => read());
    const early = ask();
    time.forward({ seconds: 20 });
    const late = ask();
    expect(made).toHaveLength(1);
    made[0]!(500);
    expect(await Promise.all([early, late])).toEqual([500, 500]);
    time.forward({ seconds: 4 });
    expect(await ask()).toBe(500);
    time.forward({ seconds: 2 });
    ask();
    expect(made).toHaveLength(2);
  });

  it('that is never made is given up after half a minute', async () => {
    const time = timeTravel('2026-06-10T16:00:00.000Z');
    let asked = 0;
    const read = sharedReading(
      () => (++asked === 1 ? new Promise<number>(() => {}) : Promise.resolve(1)),
      () => false,
    );
    const ask = () => asSystem(1, 'test', () => read());
    ask();
    time.forward({ seconds: 31 });
    expect(await ask()).toBe(1);
  });

  it('is made for each who asks where it is small', async () => {
    const { asked, readIn } = reader(499);
    await readIn(1);
    expect((await readIn(1)).reading).toBe(2);
    expect(asked.times).toBe(2);
  });

  it('that is small is the next one of all who ask while it is made', async () => {
    const { asked, readIn } = reader(499);
    const first = readIn(1);
    const others = await Promise.all(Array.from({ length: 20 }, () => readIn(1)));
    expect((await first).reading).toBe(1);
    expect(new Set(others.map(({ reading }) => reading))).toEqual(new Set([2]));
    expect((await readIn(1)).reading).toBe(3);
    expect(asked.times).toBe(3);
  });

  it('that failed is not the answer of those who asked while it was made', async () => {
    const { asked, readIn } = reader(499);
    asked.fails = true;
    const first = readIn(1);
    asked.fails = false;
    const second = readIn(1);
    await expect(first).rejects.toThrow('The table does not answer.');
    expect((await second).reading).toBe(2);
  });

  it('is no other tenant’s, and none of something else', async () => {
    const { readIn } = reader(500);
    const readings = [await readIn(1), await readIn(2), await readIn(1, 'pools')];
    expect(readings.map(({ of, reading }) => [of, reading])).toEqual([
      ['numbers', 1],
      ['numbers', 2],
      ['pools', 3],
    ]);
  });

  it('that failed is made again by the next', async () => {
    const { asked, readIn } = reader(500);
    asked.fails = true;
    await expect(readIn(1)).rejects.toThrow('The table does not answer.');
    asked.fails = false;
    expect((await readIn(1)).reading).toBe(2);
  });
});
