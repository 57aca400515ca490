import { hook, hooks } from '#functions/kernel/hook.ts';

/** How pools use a number. */
export interface PoolUse {
  poolIds: string[];
  callsToday: number;
  /** ISO 8601; null for one that was not given for seven days. */
  lastUsedAt: string | null;
}

/** What numbers want to know of the pools that they are in. */
export const poolsOfNumbers = hooks<{
  /** By the number's id; one that is in no pool and was not given lately may be left out. */
  poolUses(): Promise<ReadonlyMap<string, PoolUse>>;
}>('poolsOfNumbers');

/** Puts a number that was bought into the pool that it was bought for. @throws 404 when the pool is gone, 400 when it is full */
export const joinPool = hook<[poolId: string, didId: string], void>('joinPool');

/** What a list of numbers that is uploaded wants of the pools that its rows name. */
export const poolsForUploads = hooks<{
  /** By their names in small letters; null for a name that several have. */
  poolIdsByName(): Promise<ReadonlyMap<string, string | null>>;
  /** Puts numbers into a pool; those that are in it keep their weight. @throws 400 when it is full, 404 */
  joinMany(poolId: string, didIds: readonly string[]): Promise<void>;
}>('poolsForUploads');
