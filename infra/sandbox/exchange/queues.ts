import { type Leg, liveLegs, type SandboxCall } from './call.ts';
import { type Core, WrongState } from './core.ts';
import { endCall, leaveQueueAs, ringLeg } from './legs.ts';
import type { StoredQueue } from './store.ts';
import { chosenMembers } from './strategy.ts';

/* Queues: callers wait, and are offered to members. */

/** When every member was asked and nobody took it up, they are asked again after so long; ms. */
const retryMs = 5_000;

/** Callers who wait, the longest first; those whose offer rings as well. */
export const waitingIn = (core: Core, queueId: string): SandboxCall[] =>
  core.parts.store
    .live()
    .filter(({ queue }) => queue?.queueId === queueId)
    .sort((a, b) => a.queue!.since.localeCompare(b.queue!.since));

export function joinQueue(core: Core, call: SandboxCall, queueId: string): void {
  const queue = core.parts.store.queue(queueId);
  if (queue?.account !== call.account) throw new WrongState('The exchange has no such queue.');
  if (call.queue) throw new WrongState('This caller waits in a queue already.');
  const before = waitingIn(core, queueId);
  call.queue = { queueId, since: core.now(), tried: [] };
  core.tell(call, { event: 'queue-joined', queueId, position: before.length + 1 });
  if (before.length >= queue.settings.maxCallers) {
    leaveQueueAs(core, call, 'full');
    endCall(core, call, call.answeredAt ? 'answered' : 'busy');
    return;
  }
  const { since } = call.queue;
  core.later(call.callId, { step: 'queueTimeout', since }, queue.settings.maxWaitTime * 1000);
  offerCallers(core, queue);
}

/** The caller has waited as long as the queue lets them. */
export function queueTimeout(core: Core, call: SandboxCall, since: string | undefined): void {
  if (call.queue?.since !== since) return;
  leaveQueueAs(core, call, 'timeout');
  endCall(core, call, call.answeredAt ? 'answered' : 'no-answer');
}

/** Members who can be rung: registered, not paused, in no call, and through with what follows the last one. */
function freeMembers(core: Core, { settings, memory }: StoredQueue) {
  const now = core.parts.clock.now();
  return settings.members.filter(({ phone, paused }) => {
    const last = memory.members[phone]?.lastAt;
    const isWrappingUp = last !== undefined && now < Date.parse(last) + settings.wrapUpSeconds * 1000;
    return !paused && !isWrappingUp && core.isRegistered(phone) && !core.callWith(phone);
  });
}

/** Rings members for callers who wait, as far as there are members. */
function offerCallers(core: Core, queue: StoredQueue): void {
  for (const { callId } of waitingIn(core, queue.queueId)) {
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
