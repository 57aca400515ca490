import { expect, it } from 'vitest';
import { workFairly } from './fair-batch.ts';

interface Message {
  tenant: string;
  n: number;
}

const batch = (...tenants: string[]): Message[] => tenants.map((tenant, n) => ({ tenant, n }));
const names = (messages: readonly Message[]) => messages.map(({ tenant, n }) => `${tenant}${n}`);

/** A worker whose time passes as its messages say. */
function invocation(ms = 1_000) {
  const ended: Message[] = [];
  let left = ms;
  const spend = (used: number) => {
    left -= used;
  };
  const run = (items: Message[], work: (message: Message) => Promise<void>) =>
    workFairly({
      items,
      tenantOf: ({ tenant }) => tenant,
      remainingMs: () => left,
      work: async (message) => {
        await work(message);
        ended.push(message);
      },
    });
  return { ended, spend, run };
}

it('a tenant’s second message does not begin before every other’s first has', async () => {
  const { run } = invocation();
  const begun: Message[] = [];
  await run(batch('a', 'a', 'a', 'b', 'c', 'b'), async (message) => {
    begun.push(message);
  });
  expect(names(begun).slice(0, 3).toSorted()).toEqual(['a0', 'b3', 'c4']);
  // Who sent least begins.
  expect(names(begun)[0]).toBe('c4');
});

it('a tenant that is alone has all its messages worked at once', async () => {
  const { run } = invocation();
  let inWork = 0;
  let most = 0;
  await run(batch('a', 'a', 'a'), async () => {
    most = Math.max(most, ++inWork);
    await Promise.resolve();
    inWork--;
  });
  expect(most).toBe(3);
});

it('a poison that never ends leaves the others’ messages done', async () => {
  const { run, ended } = invocation();
  let release = () => {};
  const poison = new Promise<void>((resolve) => {
    release = resolve;
  });
  const running = run(batch('a', 'a', 'b', 'b', 'c'), ({ tenant }) =>
    tenant === 'a' ? poison : Promise.resolve(),
  );
  await expect.poll(() => names(ended)).toEqual(['c4', 'b2', 'b3']);
  release();
  await running;
  expect(names(ended)).toEqual(['c4', 'b2', 'b3', 'a0', 'a1']);
});

it('a tenant that uses up its share gives the rest of its messages back, and nobody else’s', async () => {
  const { run, spend, ended } = invocation(1_000);
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const running = run(batch('a', 'a', 'a', 'b', 'b'), ({ tenant }) =>
    tenant === 'a' ? slow : Promise.resolve(),
  );
  await expect.poll(() => names(ended)).toEqual(['b3', 'b4']);
  spend(500);
  release();
  expect(names(await running)).toEqual(['a1', 'a2']);
  expect(names(ended)).toEqual(['b3', 'b4', 'a0']);
});

it('time that one message burns without a pause is gone for all: what has not begun is given back', async () => {
  const { run, spend, ended } = invocation(1_000);
  const left = await run(batch('a', 'a', 'b', 'b', 'c'), async ({ tenant }) => {
    if (tenant === 'a') spend(900);
  });
  expect(names(left).toSorted()).toEqual(['a1', 'b3']);
  expect(names(ended).toSorted()).toEqual(['a0', 'b2', 'c4']);
});
