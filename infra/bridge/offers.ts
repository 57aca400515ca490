import type { Call, Leg } from './call.ts';
import { type Calls, queueLeft } from './calls.ts';
import { releaseOffers } from './join-queue.ts';
import { timing } from './settings.ts';
import { agentTookInbound } from './take-up.ts';

/** Members who did not take a caller, until when they are left alone; what is lost with a restart matters to nobody. */
export const declined = new Map<string, number>();

/** A member has taken a caller. The first wins; another who took up in the same instant is let go. */
export async function offerTaken(calls: Calls, call: Call, leg: Leg): Promise<void> {
  if (!call.queue) return calls.release(call, leg);
  const left = queueLeft(call, 'answered');
  call.fromQueue = call.queue.queueId;
  call.queue = null;
  if (call.walk?.doing?.type === 'queue') call.walk.doing = { type: 'talk' };
  calls.rename(call, leg, 'agent');
  calls.save(call, [left]);
  await releaseOffers(calls, call);
  if (call.direction === 'inbound') await agentTookInbound(calls, call);
}

/** A member did not take the caller, who is offered to others. */
export function offerOver(leg: Leg): void {
  declined.set(leg.phone!, Date.now() + timing.declined);
}
