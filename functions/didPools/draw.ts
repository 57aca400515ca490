import { groupsOfAgent } from '#functions/agentGroups/api.ts';
import { figuresOfNumbers, figuresTogether } from '#functions/dashboard/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { type Callee, type Candidate, choiceOf, obstacleOf, tiersOf } from '#shared/model/did-choice.ts';
import { mostPassedOver, type PassedOver } from '#shared/model/did-pool.ts';
import { sharedReading } from './shared-reading.ts';
import { manyNumbers, noteUse, type Standing, standing } from './standing.ts';
import { claim, drawFor, everyPool, type Keep, type PoolRecord, takeTurn, turnNow } from './store.ts';

/** Why a number that could be shown is not: of two who draw at one instant each has another. */
const tooLate = 'Somebody else has just been given it.';

export interface Drawn {
  didId: string;
  phoneNumber: string;
  poolId: string;
  reason: string;
  passedOver: PassedOver[];
}

/** No number of the pools may be shown now; its details say why each may not. */
export class NoNumberAvailable extends AppError {
  readonly passedOver: PassedOver[];

  constructor(passedOver: PassedOver[]) {
    super(404, 'no_number_available', 'No number is available.', { details: { passedOver } });
    this.passedOver = passedOver;
  }
}

/** The numbers of a pool as they stand; one that the workspace does not have any more is left out. */
const candidatesOf = ({ dids }: PoolRecord, { day, numbers, today, before }: Standing): Candidate[] =>
  dids.flatMap(({ didId, weight }) => {
    const number = numbers.get(didId);
    if (!number) return [];
    const { phoneNumber, isActive, spamLabel } = number;
    const restsThrough = number.restsThrough && number.restsThrough >= day ? number.restsThrough : null;
    const use = today.get(didId);
    const lastUsedAt = use?.lastAt ?? before.get(didId)?.lastAt ?? null;
    const isFlagged = spamLabel === 'flagged';
    const callsToday = use?.count ?? 0;
    return [{ didId, phoneNumber, isActive, isFlagged, restsThrough, weight, callsToday, lastUsedAt }];
  });

/** The active pools that the agent's groups call from, by name. */
export async function poolsOfAgent(userId: string): Promise<PoolRecord[]> {
  const groups = new Set(await groupsOfAgent(userId));
  if (groups.size === 0) return [];
  return (await poolsOfEverybody()).filter(({ groupIds }) => groupIds.some((groupId) => groups.has(groupId)));
}

/** All active pools, by name. Where they have very many numbers, a change is heard of some seconds later. */
export const poolsOfEverybody = sharedReading(
  async () =>
    (await everyPool())
      .filter(({ isActive }) => isActive)
      .sort((one, other) => one.name.localeCompare(other.name)),
  (pools) => pools.reduce((sum, { dids }) => sum + dids.length, 0) >= manyNumbers,
);

/** Draws from one pool; undefined where none of its numbers can be shown. */
async function drawFrom(
  pool: PoolRecord,
  callee: Callee,
  at: Standing,
  passedOver: PassedOver[],
  keep?: Keep,
): Promise<Drawn | undefined> {
  const { poolId, strategy, restMinutes, maxPerDay } = pool;
  const sorted = tiersOf(pool, callee, candidatesOf(pool, at), at.now);
  passedOver.push(...sorted.passedOver);
  for (const tier of sorted.tiers) {
    const { numbers, reason } = choiceOf(strategy, tier, await takeTurn(poolId, tier.key));
    for (const { didId, phoneNumber, callsToday } of numbers) {
      const count = strategy === 'least-used' ? { count: callsToday } : {};
      const isMine = await claim({
        day: at.day,
        didId,
        now: at.now,
        restMs: restMinutes * 60_000,
        maxPerDay,
        keep: keep && { ...keep, reason, passedOver: passedOver.slice(0, mostPassedOver) },
        ...count,
      });
      noteUse(at, didId);
      if (isMine)
        return { didId, phoneNumber, poolId, reason, passedOver: passedOver.slice(0, mostPassedOver) };
      passedOver.push({ didId, phoneNumber, reason: tooLate });
      // What it is drawn for has been given a number at this instant, so no other one would be taken either.
      if (keep && (await drawFor(keep.drawnFor, keep.poolId))?.didId !== keep.replaces)
        throw new NoNumberAvailable(passedOver.slice(0, mostPassedOver));
    }
  }
  return undefined;
}

/** Of pools in which somebody else was quicker at each number, all are looked at again so often. */
const tries = 5;

/**
 * Draws the number that somebody sees when an agent calls them, and counts it as shown.
 * @throws NoNumberAvailable
 */
export const drawDid = async (userId: string, callee: Callee): Promise<Drawn> =>
  drawFromPools(await poolsOfAgent(userId), callee);

/**
 * Draws from the first of several pools that has a number, and counts it as shown.
 * @param keep for what the draw is kept, in the transaction that counts it
 * @throws NoNumberAvailable
 */
export async function drawFromPools(
  pools: readonly PoolRecord[],
  callee: Callee,
  keep?: Keep,
): Promise<Drawn> {
  let passedOver: PassedOver[] = [];
  for (let tried = 0; pools.length > 0 && tried < tries; tried++) {
    passedOver = [];
    const at = await standing(pools);
    for (const pool of pools) {
      const drawn = await drawFrom(pool, callee, at, passedOver, keep);
      if (drawn) return drawn;
    }
    if (!passedOver.some(({ reason }) => reason === tooLate)) break;
  }
  throw new NoNumberAvailable(passedOver.slice(0, mostPassedOver));
}

/** The number that would be drawn now; nothing is counted by it. Undefined where none may be shown. */
export async function wouldBeDrawn(
  pools: readonly PoolRecord[],
  callee: Callee,
): Promise<string | undefined> {
  const at = await standing(pools);
  for (const pool of pools) {
    const [tier] = tiersOf(pool, callee, candidatesOf(pool, at), at.now).tiers;
    if (tier)
      return choiceOf(pool.strategy, tier, await turnNow(pool.poolId, tier.key)).numbers[0]?.phoneNumber;
  }
  return undefined;
}

/** The numbers that an agent could be given now, each with the pools that have it. */
export async function availableFor(userId: string) {
  const pools = await poolsOfAgent(userId);
  const at = await standing(pools);
  const free = pools.flatMap((pool) =>
    candidatesOf(pool, at)
      .filter((one) => obstacleOf(one, pool, at.now) === '')
      .map((one) => ({ ...one, poolId: pool.poolId })),
  );
  return [...Map.groupBy(free, ({ didId }) => didId).values()].map((of) => ({
    didId: of[0]!.didId,
    callsToday: of[0]!.callsToday,
    poolIds: of.map(({ poolId }) => poolId),
  }));
}

/** How the numbers of each pool are used today, by name. */
export async function poolStats() {
  const pools = await everyPool();
  const [at, figures] = await Promise.all([standing(pools), figuresOfNumbers()]);
  return pools
    .map((pool) => {
      const numbers = candidatesOf(pool, at).filter(({ isActive }) => isActive);
      const resting = { ...pool, maxPerDay: null };
      const atLimit = { ...pool, restMinutes: 0 };
      const held = (rules: PoolRecord) =>
        numbers.filter((one) => obstacleOf(one, rules, at.now) !== '').length;
      return {
        poolId: pool.poolId,
        name: pool.name,
        numbers: numbers.length,
        inUse: numbers.filter(({ callsToday }) => callsToday > 0).length,
        callsToday: numbers.reduce((sum, { callsToday }) => sum + callsToday, 0),
        resting: held(resting),
        atLimit: held(atLimit),
        figures: figuresTogether(
          figures,
          numbers.map(({ phoneNumber }) => phoneNumber),
        ),
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}
