import { randomUUID } from 'node:crypto';
import type { Account, NumberRoute, NumberTarget } from '#shared/exchange/commands.ts';
import type { AriChannel } from './ari.ts';
import { type Call, newCall } from './call.ts';
import type { Calls, Told } from './calls.ts';
import { joinQueue } from './join-queue.ts';
import { settle } from './place.ts';
import { goIntoPlan, planWalk } from './plan-walk.ts';
import type { ServingPlan } from './plans.ts';
import { timing } from './settings.ts';
import { targetGone } from './transfer.ts';
import { unanswered } from './voicemail.ts';

/** As the carrier names a number: with or without +; ten digits are one of North America. */
export function e164Of(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (number.startsWith('+')) return `+${digits}`;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

/** The carrier brings a call for one of the tenants' numbers. */
export async function inbound(calls: Calls, channel: AriChannel, dialled: string): Promise<void> {
  const { journal, ari } = calls.parts;
  const to = e164Of(dialled);
  const route = journal.all<NumberRoute>('number').find(({ name }) => name === to);
  const account = journal.all<Account>('account').find(({ tenant }) => tenant === route?.tenant);
  if (!route || !account) {
    await ari.attempt('DELETE', `channels/${channel.id}`, { reason_code: 1 });
    return;
  }
  const from = channel.caller.number ? e164Of(channel.caller.number) : null;
  const call = newCall({
    ...account.value,
    tenant: route.tenant,
    callId: `cal_${randomUUID()}`,
    direction: 'inbound',
    to,
    callerId: from,
    box: route.value.voicemail,
  });
  await calls.serial(call.id, async () => {
    calls.addLeg(call, 'party', { channel: channel.id, state: 'ringing' });
    call.state = 'ringing';
    calls.save(call, [{ event: 'inbound', ...(from ? { from } : {}), to }]);
    await ringTarget(calls, call, route.value.to);
  });
}

/** The dial plan of the number takes the caller. */
async function enterPlan(calls: Calls, call: Call, planId: string): Promise<void> {
  const { plans } = calls.parts;
  const plan = plans.find(call.tenant, planId);
  if (!plan) return calls.end(call, 'no-answer');
  call.walk = planWalk(planId);
  await beginPlan(calls, call, plan);
}

/** A call whose walk stands before the first node comes to it. @param told what is told with it */
export async function beginPlan(
  calls: Calls,
  call: Call,
  { context }: Pick<ServingPlan, 'context'>,
  told: Told[] = [],
): Promise<void> {
  const party = call.legs.party!;
  party.place = 'plan';
  calls.save(call, told);
  await goIntoPlan(calls, call, party.channel, context);
}

/** Has a caller put through to what a number, or a key of a menu, names. */
export async function ringTarget(calls: Calls, call: Call, to: NumberTarget): Promise<void> {
  if ('planId' in to) return enterPlan(calls, call, to.planId);
  if ('queueId' in to) {
    // A queue that is not there any more takes nobody; the caller is not left in silence.
    await joinQueue(calls, call, to.queueId).catch(() => calls.end(call, 'no-answer'));
    return;
  }
  if ('number' in to) {
    call.transfer = { mode: 'blind', to, joined: false };
    await settle(calls, call);
    if (!(await calls.dial(call, 'target', to, timing.ring)))
      await targetGone(calls, call, 'could not be dialled');
    return;
  }
  await settle(calls, call);
  if (!(await calls.dial(call, 'agent', to, timing.ring))) await unanswered(calls, call, call.box);
}
