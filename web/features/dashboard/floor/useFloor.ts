import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** Figures are counted a second or two after what happened; the page asks again while it is looked at, ms. */
const refetchInterval = 10_000;

/** Today's figures and the leaderboard of the last so many days. */
export const useFloor = (days = 1) =>
  useQuery(query.dashboard.stats.queryOptions({ input: { days }, refetchInterval }));

export const useHistory = (hours: number) =>
  useQuery(query.dashboard.history.queryOptions({ input: { hours }, refetchInterval }));
