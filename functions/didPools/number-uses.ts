import type { PoolUse } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { fileTime } from '#functions/tenants/api.ts';
import { everyPool, usesOf } from './store.ts';

const dayMs = 86_400_000;
/** Uses are kept for eight days. */
const daysBack = 7;

/** How pools use each number of the workspace that is in one or was given within seven days. */
export async function poolUses(): Promise<ReadonlyMap<string, PoolUse>> {
  const now = clock.now();
  const days = await Promise.all(
    Array.from({ length: daysBack }, async (_, ago) => (await fileTime(now - ago * dayMs)).day),
  );
  const [pools, ...usesByDay] = await Promise.all([everyPool(), ...days.map(usesOf)]);
  const uses = new Map<string, PoolUse>();
  const ofNumber = (didId: string): PoolUse => {
    const use = uses.get(didId) ?? { poolIds: [], callsToday: 0, lastUsedAt: null };
    uses.set(didId, use);
    return use;
  };
  for (const { poolId, dids } of pools) for (const { didId } of dids) ofNumber(didId).poolIds.push(poolId);
  for (const [ago, ofDay] of usesByDay.entries())
    for (const { didId, count, lastAt } of ofDay.values()) {
      const use = ofNumber(didId);
      if (ago === 0) use.callsToday = count;
      use.lastUsedAt ??= new Date(lastAt).toISOString();
    }
  return uses;
}
