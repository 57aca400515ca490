import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { didPool, type PassedOver, passedOver, pooledDid } from '#shared/model/did-pool.ts';

export const storedPool = didPool.omit({ id: true }).extend({ poolId: z.string(), dids: z.array(pooledDid) });

const Pools = entity('didPool', { fields: storedPool, key: { partition: [], sort: ['poolId'] } });
export type PoolRecord = Stored<typeof Pools>;

export const changedSince = changedSinceOpened('pool');

export const everyPool = (): Promise<PoolRecord[]> => Pools.all('key');
export const findPool = (poolId: string): Promise<PoolRecord | undefined> => Pools.find({ poolId });

/** The write of a pool: new when `before` is undefined, else refused when it has changed since. */
export const poolWrite = (before: PoolRecord | undefined, after: PoolRecord): object =>
  before ? Pools.put(after, ifVersion(before.version, changedSince)) : Pools.insert(after);
export const poolRemoval = (poolId: string): object => Pools.remove({ poolId });

/** How often a number was shown in a day, and when last; DynamoDB removes it some days after. */
const Uses = entity('didUse', {
  fields: z.object({
    /** `2026-11-26`, of the tenant's own time zone. */
    day: z.string(),
    didId: z.string(),
    count: z.number(),
    /** ms since 1970 */
    lastAt: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: ['day'], sort: ['didId'], casing: 'none' },
});
export type Use = Stored<typeof Uses>;

/** What was shown in a day, by the number's id. */
export const usesOf = async (day: string): Promise<ReadonlyMap<string, Use>> =>
  new Map((await Uses.all('key', { day })).map((use) => [use.didId, use]));

export interface Keep {
  drawnFor: string;
  poolId: string;
  /** The number that was kept before and may not be shown any more. */
  replaces?: string | undefined;
}

/** Why a number was drawn, and why others were not. */
export interface Why {
  reason: string;
  passedOver: readonly PassedOver[];
}

interface Claim {
  day: string;
  didId: string;
  now: number;
  /** ms; it is refused where it was shown later than that long ago. */
  restMs: number;
  maxPerDay: number | null;
  /** Where it has to have been shown so often today: somebody else was not quicker. */
  count?: number | undefined;
  /** For what it is kept, so that it is given again and counts once; refused where that has another by now. */
  keep?: (Keep & Why) | undefined;
}

const keptSeconds = 8 * 86_400;

/**
 * Numbers that were drawn for what may be asked for again, such as a text that has to wait; by what they are for. Which
 * numbers were passed over is kept here and not with the text, whose item is copied into two indexes.
 */
const Draws = entity('didDraw', {
  fields: z.object({
    drawnFor: z.string(),
    poolId: z.string(),
    didId: z.string(),
    reason: z.string().default(''),
    passedOver: z.array(passedOver).default([]),
    expiresAt: z.number(),
  }),
  key: { partition: ['drawnFor'], sort: ['poolId'], casing: 'none' },
});

/** As long as the people of a campaign are; seconds. */
const drawKeptSeconds = 400 * 86_400;

export const drawFor = (drawnFor: string, poolId: string): Promise<Draw | undefined> =>
  Draws.find({ drawnFor, poolId });
type Draw = Stored<typeof Draws>;

/** The draws of what was drawn for, by that, where they are still kept. */
export async function drawsFor(
  of: readonly { drawnFor: string; poolId: string }[],
): Promise<ReadonlyMap<string, Draw>> {
  const found = await Draws.findMany(of.map(({ drawnFor, poolId }) => ({ drawnFor, poolId })));
  return new Map(found.map((draw) => [draw.drawnFor, draw]));
}

/** The write that keeps a draw, in the place of one that `replaces` names; refused where there is another by now. */
const keepDraw = (
  { drawnFor, poolId, replaces, reason, passedOver: others }: Keep & Why,
  didId: string,
  now: number,
): object =>
  Draws.put(
    {
      drawnFor,
      poolId,
      didId,
      reason,
      passedOver: [...others],
      expiresAt: Math.floor(now / 1000) + drawKeptSeconds,
    },
    {
      where: (at, { notExists, eq }) => (replaces ? eq(at.didId, replaces) : notExists(at.didId)),
    },
  );

/** Counts a number as shown; false where it may not be by now, because somebody else was quicker. */
export function claim({ day, didId, now, restMs, maxPerDay, count, keep }: Claim): Promise<boolean> {
  const written = (one: object) => accepted(keep ? commit(one, keepDraw(keep, didId, now)) : writeOne(one));
  const write = Uses.upsert({ day, didId })
    .add({ count: 1 })
    .set({ lastAt: now, expiresAt: Math.floor(now / 1000) + keptSeconds });
  if (restMs === 0 && maxPerDay === null && count === undefined) return written(write.params());
  const guarded = write.where((at, { notExists, lt, lte, eq }) => {
    const conditions = [
      ...(restMs > 0 ? [lte(at.lastAt, now - restMs)] : []),
      ...(maxPerDay === null ? [] : [lt(at.count, maxPerDay)]),
      ...(count === undefined ? [] : [eq(at.count, count)]),
    ].join(' AND ');
    // Of one that was read as shown today there is an item; of the others this may be the first.
    return count ? conditions : `${notExists(at.count)} OR (${conditions})`;
  });
  return written(guarded.params());
}

/** How often a tier of a pool was asked: whose turn it is. */
const Turns = entity('didPoolTurn', {
  fields: z.object({ poolId: z.string(), tier: z.string(), turn: z.number() }),
  key: { partition: ['poolId'], sort: ['tier'], casing: 'none' },
});

/** Forgets the turns of a pool that was removed. */
export async function forgetTurns(poolId: string): Promise<void> {
  for (const { tier } of await Turns.all('key', { poolId })) await writeOne(Turns.remove({ poolId, tier }));
}

/** How often a tier of a pool was asked, without asking it. */
export const turnNow = async (poolId: string, tier: string): Promise<number> =>
  (await Turns.find({ poolId, tier }))?.turn ?? 0;

/** Takes a turn: however many ask at one instant, none is given twice. @returns how often it was asked before */
export async function takeTurn(poolId: string, tier: string): Promise<number> {
  const { data } = await Turns.upsert({ poolId, tier }).add({ turn: 1 }).go({ response: 'updated_new' });
  return (data.turn ?? 1) - 1;
}
