import { type Call, legsOf } from './call.ts';
import type { Calls, Told } from './calls.ts';
import { ownMusic } from './music.ts';
import { settle } from './place.ts';
import { queueOf, waitingIn } from './queue-list.ts';
import { Refusal } from './refusal.ts';
import { unanswered } from './voicemail.ts';

/** The other party waits in a queue from now on; `told` is told before that. */
export async function joinQueue(
  calls: Calls,
  call: Call,
  queueId: string,
  told: readonly Told[] = [],
  key?: string,
): Promise<void> {
  const { tenant } = call;
  const queue = queueOf(calls, tenant, queueId);
  if (!queue) throw new Refusal('not_found', 'There is no such queue.');
  const { party } = call.legs;
  if (!party) throw new Refusal('wrong_state', 'There is nobody who could wait.');
  if (call.queue) throw new Refusal('wrong_state', 'The call waits in a queue already.');
  const position = waitingIn(calls, tenant, queueId).length + 1;
  if (position > queue.maxCallers) {
    const full: Told = { event: 'queue-left', queueId, queueExit: 'full', waitSeconds: 0 };
    calls.save(call, [...told, full], key);
    if (call.walk?.doing?.type === 'queue') return calls.leaveQueueInPlan(call, 'full');
    return unanswered(calls, call, queue.voicemail);
  }
  const now = Date.now();
  const inPlan = call.walk?.doing?.type === 'queue' ? call.walk.doing : undefined;
  const wanted = inPlan?.musicOnHold ?? queue.musicOnHold;
  const music = wanted === 'custom' ? (ownMusic(calls.parts, tenant) ?? 'default') : wanted;
  call.queue = { queueId, joinedAt: now, announcedAt: now, music };
  call.held = false;
  call.transfer = null;
  calls.save(call, [...told, { event: 'queue-joined', queueId, position }], key);
  const { ari } = calls.parts;
  // A caller hears the queue's music only on an answered channel; in the records an agent answers.
  if (party.state !== 'up') await ari.attempt('POST', `channels/${party.channel}/answer`);
  await settle(calls, call);
}

/** The party leaves the queue; who is being rung for them is not needed any more. */
export async function releaseOffers(calls: Calls, call: Call, except?: string): Promise<void> {
  for (const leg of legsOf(call)) {
    if (!leg.role.startsWith('offer:') || leg.phone === except) continue;
    calls.dropLeg(call, leg);
    calls.save(call, [{ event: 'agent-left', phone: leg.phone!, reason: 'taken by another' }]);
    await calls.hangUp(leg);
  }
}
