import { numbersThere } from '#functions/dids/api.ts';
import { everyPool } from './store.ts';

/** The pools that would have no number left without one, by name. */
export async function lastOfPools(didId: string): Promise<{ id: string; name: string }[]> {
  const [pools, numbers] = await Promise.all([everyPool(), numbersThere()]);
  const isUsed = (one: string) => numbers.get(one)?.isActive === true;
  return pools
    .filter(({ dids }) => dids.some((one) => one.didId === didId))
    .filter(({ dids }) => !dids.some((one) => one.didId !== didId && isUsed(one.didId)))
    .map(({ poolId: id, name }) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
