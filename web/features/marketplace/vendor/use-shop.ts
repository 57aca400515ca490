import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** The portal asks so often what buyers did meanwhile; ms. */
const pollMs = 30_000;

/** The shops that whoever is signed in sells in. */
export const useShops = () => useQuery(query.marketplace.providers.queryOptions({ input: { scope: 'own' } }));

/** The figures of what they sell; the rail's badges and its card share one answer. */
export const useStats = () =>
  useQuery(query.marketplace.stats.queryOptions({ input: {}, refetchInterval: pollMs }));
