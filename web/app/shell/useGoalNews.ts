import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { useMay } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';

/** While no hints come, what fired is asked for so often; ms. */
const pollMs = 60_000;

/** Tells by a toast, wherever one is, that a goal was reached or an alert fired since the page was opened. */
export function useGoalNews(): void {
  const { data } = useQuery(
    query.goals.list.queryOptions({
      input: {},
      enabled: useMay()('goals.view'),
      refetchInterval: usePollInterval('goals', pollMs),
    }),
  );
  const known = useRef<ReadonlyMap<string, string | null>>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Map(data.goals.map(({ id, crossedAt }) => [id, crossedAt]));
    for (const { id, name, crossedAt, snoozedUntil, condition } of data.goals) {
      const isNews = before?.has(id) && crossedAt !== null && before.get(id) !== crossedAt;
      if (!isNews || (snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now())) continue;
      if (condition === 'reach') toast.success(`Goal reached: ${name}`);
      else toast.warning(`Alert: ${name}`);
    }
  }, [data]);
}
