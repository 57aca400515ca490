import { loadavg } from 'node:os';
import type { DidRecord } from '#functions/dids/store.ts';
import { startCloud } from '#tests/support/cloud.ts';
import { percentile, round } from './figures.ts';

/**
 * `npm run bench:pools`: draws a second of pools of 1, 100 and 10,000 numbers (five pools of 2,000), `AT_ONCE=20` at a
 * time, and how far the number that was shown most and the one that was shown least lie from their fair share; beside
 * them the two writes that a draw cannot do without, alone, which is the limit. `DRAWS=2000` of each; fairness is
 * promised over 100,000 (`DRAWS=100000`). Of a hundred numbers and more each twentieth may not be shown: it is flagged,
 * given back or rests; the bench fails where one is. The last line is JSON.
 */
const draws = Number(process.env.DRAWS ?? 2_000);
const atOnce = Number(process.env.AT_ONCE ?? 20);
const sizes = (process.env.N ?? '1,100,10000').split(',').map(Number);

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
const cloud = await startCloud();
Object.assign(process.env, cloud.env);

const { asSystem } = await import('#functions/kernel/actor.ts');
const { clock } = await import('#functions/kernel/clock.ts');
const { writeOne } = await import('#functions/kernel/table.ts');
const { didIdOf, didWrite, newNumberFields } = await import('#functions/dids/store.ts');
const { drawFromPools, poolsOfEverybody } = await import('#functions/didPools/draw.ts');
const { createPool } = await import('#functions/didPools/pools.ts');
const { claim, takeTurn } = await import('#functions/didPools/store.ts');
const { newTenant } = await import('./new-tenant.ts');
const { didPoolLimits } = await import('#shared/model/did-pool.ts');

/** Does `work` so often, some at once. @returns a second, and the time of each in ms */
async function timed(times: number, work: (at: number) => Promise<void>) {
  const took: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, times) }, async () => {
      for (let at = next++; at < times; at = next++) {
        const start = performance.now();
        await work(at);
        took.push(performance.now() - start);
      }
    }),
  );
  return { aSecond: (times * 1_000) / (performance.now() - began), took };
}

/** What bars a number from being shown. */
const bars = [
  { spamLabel: 'flagged' },
  { byHand: false },
  { restsThrough: '9999-12-31' },
] as const satisfies Partial<DidRecord>[];
const isBarred = (at: number, of: number): boolean => of >= 100 && at % 20 === 19;

/** Numbers of the whole country, and pools of them of the size that a pool has at most. */
async function fillPools(numbers: number): Promise<string[]> {
  const now = clock.iso();
  const number = (at: number) => `+1${['212', '305', '415', '512', '617'][at % 5]}${5_550_000 + at}`;
  const didIds = Array.from({ length: numbers }, (_, at) => didIdOf(number(at)));
  await timed(numbers, async (at) => {
    const phoneNumber = number(at);
    const fields = { label: '', carrier: 'other', route: null, byHand: true, messaging: null } as const;
    const did = {
      ...fields,
      ...newNumberFields,
      didId: didIds[at]!,
      phoneNumber,
      routeBefore: null,
      createdAt: now,
      updatedAt: now,
      ...(isBarred(at, numbers) ? bars[Math.floor(at / 20) % bars.length] : {}),
    };
    await writeOne(didWrite(undefined, { ...did, version: 1 }));
  });
  for (let from = 0; from < numbers; from += didPoolLimits.dids)
    await createPool({
      name: `Pool ${from}`,
      description: '',
      isActive: true,
      strategy: 'round-robin',
      restMinutes: 0,
      maxPerDay: null,
      dids: didIds.slice(from, from + didPoolLimits.dids).map((didId) => ({ didId, weight: 1 })),
    });
  return didIds;
}

const figures: Record<string, unknown>[] = [];
for (const size of sizes) {
  const { tenantId } = await newTenant();
  await asSystem(tenantId, 'bench', async () => {
    const didIds = await fillPools(size);
    const shown = new Map(didIds.map((didId) => [didId, 0]));
    const callee = { phone: '+13055550123', state: 'FL' };
    const drawing = await timed(draws, async () => {
      const { didId } = await drawFromPools(await poolsOfEverybody(), callee);
      shown.set(didId, shown.get(didId)! + 1);
    });
    const bare = await timed(draws, async (at) => {
      await takeTurn('pol_bench', 'all');
      const didId = didIds[at % didIds.length]!;
      await claim({ day: '2000-01-01', didId, now: clock.now(), restMs: 0, maxPerDay: null });
    });
    // Pools are asked one after another, and the first of them has a number for everybody here.
    const first = didIds.slice(0, didPoolLimits.dids).entries();
    const inFirst = [...first].flatMap(([at, didId]) => (isBarred(at, size) ? [] : shown.get(didId)!));
    if (didIds.some((didId, at) => isBarred(at, size) && shown.get(didId)! > 0))
      throw new Error('A number was shown that may not be.');
    const fair = draws / inFirst.length;
    figures.push({
      numbers: size,
      drawsASecond: round(drawing.aSecond),
      p50: round(percentile(drawing.took, 0.5)),
      p95: round(percentile(drawing.took, 0.95)),
      bareASecond: round(bare.aSecond),
      share: round(drawing.aSecond / bare.aSecond, 2),
      mostOverFair: Math.max(...inFirst) - fair,
      leastUnderFair: fair - Math.min(...inFirst),
    });
    // A hundred thousand draws of each take an hour: what has been measured is not lost with the next.
    console.log(JSON.stringify(figures.at(-1)));
  });
}
console.table(figures);
console.log(JSON.stringify({ draws, atOnce, load: loadavg()[0], figures }));
await cloud.stop();
