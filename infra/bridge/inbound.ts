import { randomUUID } from 'node:crypto';
import type { Account, NumberRoute } from '#shared/exchange/commands.ts';
import type { AriChannel } from './ari.ts';
import { type Call, newCall } from './call.ts';
import type { Calls } from './calls.ts';
import { joinQueue } from './join-queue.ts';
import { settle } from './place.ts';
import { timing } from './settings.ts';
import { targetGone } from './transfer.ts';

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
  });
  await calls.serial(call.id, async () => {
    calls.addLeg(call, 'party', { channel: channel.id, state: 'ringing' });
    call.state = 'ringing';
    calls.save(call, [{ event: 'inbound', ...(from ? { from } : {}), to }]);
    await ring(calls, call, route.value);
  });
}

async function ring(calls: Calls, call: Call, { to }: NumberRoute): Promise<void> {
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
  if (!(await calls.dial(call, 'agent', to, timing.ring))) await calls.end(call, 'no-answer');
}
