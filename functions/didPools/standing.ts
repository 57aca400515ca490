import { numbersThere } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { fileTime } from '#functions/tenants/api.ts';
import { sharedReading } from './shared-reading.ts';
import { type PoolRecord, type Use, usesOf } from './store.ts';

/** How numbers stand: what the workspace has, and what was shown today and, where they rest, yesterday. */
export interface Standing {
  /** ms since 1970 */
  now: number;
  day: string;
  numbers: Awaited<ReturnType<typeof numbersThere>>;
  today: Map<string, Use>;
  before: ReadonlyMap<string, Use>;
}

const dayMs = 86_400_000;

/** A workspace with so many numbers, or with so many in its pools, has the draws of some seconds share a reading. */
export const manyNumbers = 500;

/**
 * No number is shown too often for being read earlier, as claims are refused by what is stored; one that was given back
 * may be shown for some seconds yet.
 */
const readStanding = sharedReading(
  async (rests: boolean) => {
    const now = clock.now();
    const [{ day }, { day: yesterday }] = await Promise.all([fileTime(now), fileTime(now - dayMs)]);
    const [numbers, today, before] = await Promise.all([
      numbersThere(),
      usesOf(day),
      rests ? usesOf(yesterday) : new Map<string, Use>(),
    ]);
    return { day, numbers, today: new Map(today), before };
  },
  ({ numbers }) => numbers.size >= manyNumbers,
  String,
);

/** How the numbers of the actor's tenant stand. */
export const standing = async (pools: readonly PoolRecord[]): Promise<Standing> => ({
  ...(await readStanding(pools.some(({ restMinutes }) => restMinutes > 0))),
  now: clock.now(),
});

/** Notes that a number was shown: by this draw or, where a claim of it was refused, by another's. */
export function noteUse({ day, now, today }: Standing, didId: string): void {
  const use = today.get(didId);
  today.set(didId, { expiresAt: 0, ...use, day, didId, count: (use?.count ?? 0) + 1, lastAt: now });
}
