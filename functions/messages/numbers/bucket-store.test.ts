import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { sharingReads } from '#functions/kernel/shared-reads.ts';
import { client } from '#functions/kernel/table.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { bucketOfNumber, giveBackTokens, leastUsed, takeTokens, usesOf } from './bucket-store.ts';

async function inTenant<T>(work: () => Promise<T>): Promise<T> {
  const { id } = await freshTenant();
  return asSystem(id, 'test', work);
}

/** A clock that stands still, so that no token comes back by itself. */
function stillClock() {
  let at = Date.parse('2026-03-10T16:00:00.000Z');
  onTestFinished(setClock(() => at));
  return {
    now: () => at,
    forward: (ms: number) => {
      at += ms;
    },
  };
}

/** Requests that a piece of work makes of the table. */
async function requestsOf(work: () => Promise<void>): Promise<number> {
  const sent = vi.spyOn(client, 'send');
  await work();
  const { length } = sent.mock.calls;
  sent.mockRestore();
  return length;
}

/** The same, as another process has it: it remembers nothing of this one. */
const otherProcess = (): Promise<{ takeTokens: typeof takeTokens }> => {
  const path = './bucket-store.ts?another-process';
  return import(/* @vite-ignore */ path);
};

describe('a bucket', () => {
  it('is read once by a process that takes of it again and again', () =>
    inTenant(async () => {
      stillClock();
      const requests = await requestsOf(async () => {
        for (let n = 0; n < 5; n++) expect((await takeTokens('b', 60, {})).granted).toBe(1);
      });
      expect(requests).toBe(1 + 5);
    }));

  it('gives no token twice to processes that remember it differently', () =>
    inTenant(async () => {
      const clock = stillClock();
      const other = await otherProcess();
      let granted = 0;
      for (const take of [takeTokens, other.takeTokens, takeTokens, other.takeTokens, takeTokens])
        granted += (await take('b', 60, { wanted: 3 })).granted;
      expect(granted).toBe(10);
      clock.forward(3_000);
      const after = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 ? takeTokens : other.takeTokens)('b', 60, {})),
      );
      expect(after.filter((one) => one.granted === 1)).toHaveLength(3);
    }));

  it('gives none where fewer are there than are worth the while, and says when they will be', () =>
    inTenant(async () => {
      const clock = stillClock();
      const many = { wanted: 8, least: 4 };
      expect(await takeTokens('b', 60, { wanted: 9 })).toMatchObject({ granted: 9 });
      const none = await takeTokens('b', 60, many);
      expect(none.granted).toBe(0);
      const wait = none.at - clock.now();
      expect(wait).toBe(3_000);
      clock.forward(wait - 1);
      expect((await takeTokens('b', 60, many)).granted).toBe(0);
      clock.forward(1);
      expect((await takeTokens('b', 60, many)).granted).toBe(4);
    }));

  it('has back what was not needed, and is never fuller than before', () =>
    inTenant(async () => {
      const clock = stillClock();
      const ten = await takeTokens('b', 60, { wanted: 10 });
      expect(ten.granted).toBe(10);
      await giveBackTokens('b', 60, 7, ten.fullAt!);
      expect((await takeTokens('b', 60, { wanted: 10 })).granted).toBe(7);
      clock.forward(60_000);
      const two = await takeTokens('b', 60, { wanted: 2 });
      await giveBackTokens('b', 60, 2, two.fullAt!);
      expect((await takeTokens('b', 60, { wanted: 20 })).granted).toBe(10);
    }));

  it('has nothing back that others may have taken in the meantime', () =>
    inTenant(async () => {
      stillClock();
      const other = await otherProcess();
      const six = await takeTokens('b', 60, { wanted: 6 });
      expect((await takeTokens('b', 60, { wanted: 1 })).granted).toBe(1);
      await giveBackTokens('b', 60, 5, six.fullAt!);
      expect((await other.takeTokens('b', 60, { wanted: 20 })).granted).toBe(3);
    }));

  it('that has run out counts on what it has given', () =>
    inTenant(async () => {
      const clock = stillClock();
      const bucket = bucketOfNumber('+13055550100');
      for (let n = 0; n < 3; n++) {
        expect((await takeTokens(bucket, 60, { wanted: 2 })).granted).toBe(2);
        clock.forward(60_000);
      }
      expect(await usesOf(['+13055550100'])).toEqual(new Map([['+13055550100', 6]]));
    }));
});

describe('of some numbers', () => {
  it('each is chosen in turn within a step, which reads them once', () =>
    inTenant(async () => {
      const numbers = ['+13055550100', '+13055550101', '+13055550102'];
      stillClock();
      await takeTokens(bucketOfNumber(numbers[0]!), 60, {});
      const chosen: string[] = [];
      const reads = await requestsOf(() =>
        sharingReads(async () => {
          for (let n = 0; n < 5; n++) chosen.push(await leastUsed(numbers));
        }),
      );
      expect(chosen).toEqual([1, 2, 0, 1, 2].map((n) => numbers[n]));
      expect(reads).toBe(1);
      expect(await leastUsed(numbers)).toBe(numbers[1]);
    }));
});
