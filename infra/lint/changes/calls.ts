import type { CallMeta } from '#shared/api/contract.ts';

/**
 * What a call changes, which decides when its workspace's standing has it refused (`functions/kernel/access.ts`):
 * - workspace: refused once the trial is over
 * - account: the caller's own account, refused in a suspended workspace alone
 */
export type Change = 'workspace' | 'account';

interface Procedure {
  '~orpc': { route: { method?: string }; meta: CallMeta };
}

/** The calls of a contract that change something, by `noun.name`. */
export function changingCalls(contract: object): Map<string, Change> {
  const found = new Map<string, Change>();
  for (const [noun, calls] of Object.entries(contract)) {
    // The operator's own calls are refused to nobody who may make them.
    if (noun === 'platform') continue;
    for (const [name, call] of Object.entries(calls as Record<string, Procedure>)) {
      const { route, meta } = call['~orpc'];
      if (route.method === 'GET' || meta.afterTrial || meta.access === 'public') continue;
      found.set(`${noun}.${name}`, meta.access === 'signed-in' ? 'account' : 'workspace');
    }
  }
  return found;
}
