import { callbackKey, e164Number, type HeldPlace } from '#shared/exchange/commands.ts';
import { type Leg, liveLegs, otherParty, resultOf, type SandboxCall } from './call.ts';
import { type Core, WrongState } from './core.ts';
import { endCall, leaveQueueAs, ringLeg } from './legs.ts';
import type { StoredQueue } from './store.ts';
import { chosenMembers } from './strategy.ts';
import { takeMessage } from './voicemail.ts';

/* Queues: callers wait, and are offered to members. */

/** When every member was asked and nobody took it up, they are asked again after so long; ms. */
const retryMs = 5_000;

/** A held place whose turn was told is left alone for so long, and so is the member who is free for it; ms. */
const dueMs = 20_000;
const reservedMs = 10_000;

/** Callers who wait, the longest first; those whose offer rings as well. */
export const waitingIn = (core: Core, queueId: string): SandboxCall[] =>
  core.parts.store
    .live()
    .filter(({ queue }) => queue?.queueId === queueId)
    .sort((a, b) => a.queue!.since.localeCompare(b.queue!.since));

/** @param maxWaitTime seconds, where the queue's own is not to count */
export function joinQueue(
  core: Core,
  call: SandboxCall,
  queueId: string,
  maxWaitTime = Number.POSITIVE_INFINITY,
): void {
  const queue = core.parts.store.queue(queueId);
  if (queue?.account !== call.account) throw new WrongState('The exchange has no such queue.');
  if (call.queue) throw new WrongState('This caller waits in a queue already.');
  const before = waitingIn(core, queueId);
  call.queue = { queueId, since: core.now(), tried: [] };
  core.tell(call, { event: 'queue-joined', queueId, position: before.length + 1 });
  if (before.length >= queue.settings.maxCallers) {
    leaveQueueAs(core, call, 'full');
    if (core.plans.queueOver(call, 'full')) return;
    if (takeMessage(core, call, queue.settings.voicemail)) return;
    endCall(core, call, call.answeredAt ? 'answered' : 'busy');
    return;
  }
  const { since } = call.queue;
  core.later(
    call.callId,
    { step: 'queueTimeout', since },
    Math.min(maxWaitTime, queue.settings.maxWaitTime) * 1000,
  );
  const { callback } = queue.settings;
  // Who hides their number cannot be called.
  if (callback && e164Number.safeParse(otherParty(call)).success)
    core.later(call.callId, { step: 'callbackOffer', since }, callback.afterSeconds * 1000);
  offerCallers(core, queue);
}

/** The caller has waited as long as the queue lets them. */
export function queueTimeout(core: Core, call: SandboxCall, since: string | undefined): void {
  if (!call.queue || call.queue.since !== since) return;
  const { settings } = core.parts.store.queue(call.queue.queueId) ?? {};
  leaveQueueAs(core, call, 'timeout');
  if (core.plans.queueOver(call, 'timeout')) return;
  if (takeMessage(core, call, settings?.voicemail)) return;
  endCall(core, call, call.answeredAt ? 'answered' : 'no-answer');
}

/** The caller hears that they may be called back. */
export function callbackOffered(core: Core, call: SandboxCall, since: string | undefined): void {
  if (!call.queue || call.queue.since !== since) return;
  call.queue.isOffered = true;
  core.tell(call);
}

/** Who presses the key once they have heard of it keeps their place and is let go. */
export function pressInQueue(core: Core, call: SandboxCall, digits: string): boolean {
  if (!call.queue?.isOffered || !digits.includes(callbackKey)) return false;
  leaveQueueAs(core, call, 'callback');
  endCall(core, call, call.answeredAt ? resultOf(call) : 'no-answer');
  return true;
}

/** Members who can be rung: registered, not paused, in no call, and through with what follows the last one. */
function freeMembers(core: Core, { settings, memory }: StoredQueue) {
  const now = core.parts.clock.now();
  const reserved = Object.values(memory.due ?? {}).filter(({ at }) => now < Date.parse(at) + reservedMs);
  return settings.members.filter(({ phone, paused }) => {
    const last = memory.members[phone]?.lastAt;
    const isWrappingUp = last !== undefined && now < Date.parse(last) + settings.wrapUpSeconds * 1000;
    if (reserved.some((one) => one.phone === phone)) return false;
    return !paused && !isWrappingUp && core.isRegistered(phone) && !core.callWith(phone);
  });
}

/** Says that it is a held place's turn, where a member is free for it; true where none is. */
function offerPlace(core: Core, queue: StoredQueue, { placeId }: HeldPlace): boolean {
  const { settings, memory } = queue;
  const told = memory.due?.[placeId];
  if (told && core.parts.clock.now() < Date.parse(told.at) + dueMs) return false;
  const [phone] = chosenMembers(settings, freeMembers(core, queue), memory);
  if (!phone) return true;
  const held = new Set(settings.places?.map((one) => one.placeId));
  const due = Object.entries(memory.due ?? {}).filter(([id]) => held.has(id));
  memory.due = { ...Object.fromEntries(due), [placeId]: { phone, at: core.now() } };
  memory.last = phone;
  core.parts.store.putQueue(queue);
  const { queueId } = queue;
  core.tellAccount(queue.account, placeId, { event: 'place-due', queueId, placeId, phone });
  const look = { kind: 'queue', body: {} };
  core.parts.work.add({ lane: `place ${placeId}`, ...look, delay: dueMs });
  core.parts.work.add({ lane: `reserved ${phone}`, ...look, delay: reservedMs });
  return false;
}

/** Rings members for callers who wait, and for held places, in the order in which they came, as far as there are members. */
function offerCallers(core: Core, queue: StoredQueue): void {
  const waiting = waitingIn(core, queue.queueId);
  const line = [
    ...waiting.map(({ callId, queue: place }) => ({ callId, since: place!.since })),
    ...(queue.settings.places ?? []),
  ].sort((one, other) => Date.parse(one.since) - Date.parse(other.since));
  for (const next of line) {
    if ('placeId' in next) {
      if (offerPlace(core, queue, next)) return;
      continue;
    }
    const { callId } = next;
    const call = core.parts.store.find(callId)!;
    if (!call.queue || liveLegs(call).some(({ queueId }) => queueId !== undefined)) continue;
    const free = freeMembers(core, queue);
    if (free.length === 0) return;
    const untried = free.filter(({ phone }) => !call.queue!.tried.includes(phone));
    if (untried.length === 0) {
      core.later(callId, { step: 'queueRetry', since: call.queue.since }, retryMs);
      continue;
    }
    const phones = chosenMembers(queue.settings, untried, queue.memory);
    for (const phone of phones)
      ringLeg(core, call, { phone, role: 'agent', queueId: queue.queueId }, queue.settings.timeout);
    queue.memory.last = phones.at(-1) ?? queue.memory.last;
    core.parts.store.putQueue(queue);
  }
}

/** Everybody may be asked for this caller once more. */
export function queueRetry(core: Core, call: SandboxCall, since: string | undefined): void {
  if (!call.queue || call.queue.since !== since) return;
  call.queue.tried = [];
  core.tell(call);
  offerAll(core);
}

/** Looks at every queue: somebody is free, came, or has changed. */
export function offerAll(core: Core): void {
  for (const queue of core.parts.store.allQueues()) offerCallers(core, queue);
}

/** Notes that a member of a queue is through with a call, from when on their wrap-up counts. */
export function noteMemberIsThrough(core: Core, { phone, queueId }: Leg): void {
  const queue = queueId ? core.parts.store.queue(queueId) : undefined;
  if (!queue) return;
  const { calls = 0 } = queue.memory.members[phone] ?? {};
  queue.memory.members[phone] = { calls: calls + 1, lastAt: core.now() };
  core.parts.store.putQueue(queue);
  const delay = queue.settings.wrapUpSeconds * 1000;
  core.parts.work.add({ lane: `queue ${queue.queueId} ${phone}`, kind: 'queue', body: {}, delay });
}
