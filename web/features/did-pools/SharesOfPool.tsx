import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { CallShares } from '#web/ui/CallShares.tsx';

/** How the numbers of a pool are used; undefined until it is known. */
export function usePoolStats(poolId: string) {
  const { data } = useQuery(query.didPools.stats.queryOptions({ input: {}, staleTime: 10_000 }));
  return data?.pools.find((pool) => pool.poolId === poolId);
}

/** How calls from a pool's numbers went in the last days, all together. */
export function SharesOfPool({ poolId }: { poolId: string }) {
  const stats = usePoolStats(poolId);
  return stats ? <CallShares figures={stats.figures} /> : null;
}
