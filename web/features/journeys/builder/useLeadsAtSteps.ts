import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '#web/app/api.ts';
import type { CardBadge } from '#web/ui/flow/kind.ts';
import { count, refreshMs } from '../shared/words.ts';

const nobody: ReadonlyMap<string, CardBadge> = new Map();

/** How many leads are at each step now. */
export function useLeadsAtSteps(journeyId: string): ReadonlyMap<string, CardBadge> {
  const { data } = useQuery({
    ...query.journeys.statistics.queryOptions({ input: { id: journeyId } }),
    refetchInterval: refreshMs,
  });
  return useMemo(() => {
    if (!data) return nobody;
    const title = 'Leads that are here now';
    const there = data.steps.filter(({ now }) => now > 0);
    return new Map(there.map(({ stepId, now }) => [stepId, { text: count(now), title }]));
  }, [data]);
}
