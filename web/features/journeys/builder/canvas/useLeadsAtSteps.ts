import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '#web/app/api.ts';
import { refreshMs } from '../../shared/words.ts';

const nobody: ReadonlyMap<string, number> = new Map();

/** How many leads are at each step now. */
export function useLeadsAtSteps(journeyId: string): ReadonlyMap<string, number> {
  const { data } = useQuery({
    ...query.journeys.statistics.queryOptions({ input: { id: journeyId } }),
    refetchInterval: refreshMs,
  });
  return useMemo(() => (data ? new Map(data.steps.map(({ stepId, now }) => [stepId, now])) : nobody), [data]);
}
