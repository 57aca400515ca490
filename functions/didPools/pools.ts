import { numbersThere } from '#functions/dids/api.ts';
import { countOutcomes, type Outcome, outcomeOf } from '#functions/kernel/bulk.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { type DidPool, didPoolLimits, type PooledDid } from '#shared/model/did-pool.ts';
import {
  changedSince,
  everyPool,
  findPool,
  forgetTurns,
  type PoolRecord,
  poolRemoval,
  poolWrite,
} from './store.ts';

type Fields = Pick<DidPool, 'name' | 'description' | 'isActive' | 'strategy' | 'restMinutes' | 'maxPerDay'>;
interface Parts {
  dids?: readonly PooledDid[] | undefined;
  groupIds?: readonly string[] | undefined;
}

/** Pools as they are shown, with their numbers in the order of the numbers; one that was removed is left out. */
async function shown(pools: readonly PoolRecord[]): Promise<DidPool[]> {
  const numbers = await numbersThere();
  return pools.map(({ poolId, dids, ...pool }) => ({
    ...pool,
    id: poolId,
    dids: dids
      .flatMap(({ didId, weight }) => {
        const number = numbers.get(didId);
        if (!number) return [];
        const { phoneNumber, label, isActive } = number;
        return [{ didId, weight, phoneNumber, label, isActive }];
      })
      .sort((one, other) => (one.phoneNumber < other.phoneNumber ? -1 : 1)),
  }));
}

const shownOne = async (pool: PoolRecord): Promise<DidPool> => (await shown([pool]))[0]!;

async function poolOr404(poolId: string): Promise<PoolRecord> {
  const pool = await findPool(poolId);
  if (!pool) throw notFound('The pool');
  return pool;
}

/** @throws 404 */
export const getPool = async (poolId: string): Promise<DidPool> => shownOne(await poolOr404(poolId));

/** Pools by name: those with the text in their name, their description, or a number of theirs. */
export async function listPools(search = ''): Promise<{ pools: DidPool[] }> {
  const text = search.toLowerCase();
  const pools = (await shown(await everyPool())).filter(({ name, description, dids }) =>
    [name, description, ...dids.flatMap(({ phoneNumber, label }) => [phoneNumber, label])].some((part) =>
      part.toLowerCase().includes(text),
    ),
  );
  return { pools: pools.sort((one, other) => one.name.localeCompare(other.name)) };
}

/** Each number once, with the weight that was given last. */
const once = (dids: readonly PooledDid[]): PooledDid[] => [
  ...new Map(dids.map(({ didId, weight }) => [didId, { didId, weight }])).values(),
];

/** @throws 400 when there are too many */
export async function createPool({ dids = [], groupIds = [], ...fields }: Fields & Parts): Promise<DidPool> {
  if ((await everyPool()).length >= didPoolLimits.pools)
    throw badRequest(`A workspace has at most ${didPoolLimits.pools} pools of numbers.`);
  const now = clock.iso();
  const pool: PoolRecord = {
    ...fields,
    poolId: newId('pol'),
    dids: once(dids),
    groupIds: [...new Set(groupIds)],
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await writeOne(poolWrite(undefined, pool));
  return shownOne(pool);
}

const changed = (poolId: string, change: (before: PoolRecord) => Partial<PoolRecord>, version?: number) =>
  changeVersioned({
    read: () => poolOr404(poolId),
    change,
    write: (before, after) => writeOne(poolWrite(before, after)),
    changedSince,
    version,
  });

/** @throws 404; 409 when the pool has changed since `version` */
export async function updatePool(
  poolId: string,
  { dids, groupIds, ...changes }: { [K in keyof Fields]?: Fields[K] | undefined } & Parts,
  version?: number,
): Promise<DidPool> {
  const { after } = await changed(
    poolId,
    () => ({
      ...givenOf(changes),
      ...(dids ? { dids: once(dids) } : {}),
      ...(groupIds ? { groupIds: [...new Set(groupIds)] } : {}),
    }),
    version,
  );
  return shownOne(after);
}

/** @returns its name @throws 404 */
export async function removePool(poolId: string): Promise<string> {
  const { name } = await poolOr404(poolId);
  await writeOne(poolRemoval(poolId));
  await forgetTurns(poolId);
  return name;
}

async function answer(pool: PoolRecord, results: ({ didId: string } & Outcome)[]) {
  return { pool: await shownOne(pool), summary: countOutcomes(results), results };
}

/** Puts numbers into a pool; what is no number of the workspace is refused by itself. @throws 400, 404 */
export async function addDids(poolId: string, didIds: readonly string[], weight: number) {
  const numbers = await numbersThere();
  const results = [...new Set(didIds)].map((didId) => {
    const isThere = numbers.get(didId)?.isActive === true;
    return { didId, ...outcomeOf(isThere ? '' : 'This number is not there, or was given back.') };
  });
  const added = results.filter(({ success }) => success).map(({ didId }) => ({ didId, weight }));
  const { after } = await changed(poolId, (before) => {
    const dids = once([...before.dids, ...added]);
    if (dids.length > didPoolLimits.dids)
      throw badRequest(`A pool has at most ${didPoolLimits.dids.toLocaleString('en-US')} numbers.`);
    return { dids };
  });
  return answer(after, results);
}

/** Takes numbers out of a pool; one that is not in it stays out. @throws 404 */
export async function removeDids(poolId: string, didIds: readonly string[]) {
  const gone = new Set(didIds);
  const { after } = await changed(poolId, ({ dids }) => ({
    dids: dids.filter(({ didId }) => !gone.has(didId)),
  }));
  return answer(
    after,
    [...gone].map((didId) => ({ didId, ...outcomeOf('') })),
  );
}

/** Has a group's agents call from a pool, or no longer. @throws 400 when there are too many groups; 404 */
export async function assignGroup(poolId: string, groupId: string, assigned: boolean) {
  await changed(poolId, ({ groupIds }) => {
    const others = groupIds.filter((one) => one !== groupId);
    if (assigned && others.length >= didPoolLimits.groups)
      throw badRequest(`A pool has at most ${didPoolLimits.groups} groups.`);
    return { groupIds: assigned ? [...others, groupId] : others };
  });
  return { poolId, groupId, assigned };
}

/** Puts numbers of the workspace into a pool; those that are in it keep their weight. @throws 400, 404 */
export async function joinDidPoolMany(poolId: string, didIds: readonly string[]): Promise<void> {
  const there = new Set((await poolOr404(poolId)).dids.map(({ didId }) => didId));
  const others = didIds.filter((didId) => !there.has(didId));
  if (others.length > 0) await addDids(poolId, others, 1);
}

export const joinDidPool = (poolId: string, didId: string): Promise<void> => joinDidPoolMany(poolId, [didId]);

/** Pools by their names in small letters; null for a name that several have. */
export async function poolIdsByName(): Promise<ReadonlyMap<string, string | null>> {
  const byName = Map.groupBy(await everyPool(), ({ name }) => name.toLowerCase());
  return new Map([...byName].map(([name, [first, second]]) => [name, second ? null : first!.poolId]));
}

/** Which of these pools there are. */
export const poolsThere = async (poolIds: readonly string[]): Promise<string[]> =>
  (await Promise.all(poolIds.map(findPool))).flatMap((pool) => (pool ? [pool.poolId] : []));

export const poolThere = async (poolId: string): Promise<boolean> => (await findPool(poolId)) !== undefined;
