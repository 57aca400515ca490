import type { ExchangeQueue } from '#shared/exchange/commands.ts';
import type { Call } from './call.ts';
import type { Calls } from './calls.ts';

/** Who waits in a tenant's queue, the first first. */
export function waitingIn(calls: Calls, tenant: number, queueId: string): Call[] {
  return [...calls.live.values()]
    .filter((call) => call.tenant === tenant && call.queue?.queueId === queueId)
    .sort((one, other) => one.queue!.joinedAt - other.queue!.joinedAt);
}

export function queueOf(calls: Calls, tenant: number, queueId: string): ExchangeQueue | undefined {
  return calls.parts.journal
    .all<ExchangeQueue>('queue')
    .find((one) => one.tenant === tenant && one.name === queueId)?.value;
}
