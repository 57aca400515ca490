import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { type Target, targetsOf } from './targets.ts';

/** How often it is looked who is free, while the dialog is open; ms. */
const pollMs = 3_000;

/** Whom a call can be put through to. */
export function useTargets(search: string): { targets: Target[]; isLoading: boolean; error: Error | null } {
  const may = useMay();
  const { userId } = useSignedIn().user;
  const floor = useQuery(
    query.system.agentStatus.queryOptions({
      input: {},
      enabled: may('agentStatus.view'),
      refetchInterval: pollMs,
    }),
  );
  const extensions = useQuery(
    query.pbx.listExtensions.queryOptions({ input: {}, enabled: may('extensions.view') }),
  ).data;
  const queues = useQuery(query.pbx.listQueues.queryOptions({ input: {}, enabled: may('queues.view') })).data;
  const groups = useQuery(
    query.transferGroups.list.queryOptions({ input: {}, enabled: may('transferGroups.view') }),
  ).data;
  const targets = targetsOf(
    {
      agents: floor.data?.agents ?? [],
      extensions: extensions?.extensions ?? [],
      queues: queues?.queues ?? [],
      groups: groups?.groups ?? [],
      userId,
    },
    search,
  );
  return { targets, isLoading: floor.isLoading, error: floor.data ? null : floor.error };
}

/** The name of whom a transfer goes to; the number where it is nobody's. */
export function useTargetName(number: string | undefined): string {
  const { data } = useQuery(query.system.agentStatus.queryOptions({ input: {}, enabled: Boolean(number) }));
  const agent = data?.agents.find(({ extension }) => extension === number);
  return agent?.name ?? number ?? '';
}
