import { type Call, legsOf } from './call.ts';
import type { Calls } from './calls.ts';
import { settle } from './place.ts';
import { Refusal } from './refusal.ts';

/** Rings a supervisor's phone, or lets one that is there already hear otherwise. */
export async function supervise(
  calls: Calls,
  call: Call,
  phone: string,
  mode: 'listen' | 'whisper' | 'barge',
  key: string,
): Promise<void> {
  const role = `supervisor:${phone}` as const;
  if (legsOf(call).some((leg) => leg.phone === phone && leg.role !== role))
    throw new Refusal('wrong_state', 'Who takes part in the call cannot supervise it.');
  if (call.legs.agent?.state !== 'up' || call.state !== 'answered')
    throw new Refusal('wrong_state', 'There is no conversation to hear yet.');
  call.supervision[phone] = mode;
  const there = call.legs[role];
  if (!there) {
    calls.save(call, [], key);
    if (!(await calls.dial(call, role, { phone }, 30))) await supervisionOver(calls, call, phone);
    return;
  }
  calls.save(call, there.state === 'up' ? [{ event: 'supervised', phone, mode }] : [], key);
  // What it heard by, if anything, ends; the new way is opened by `settle`.
  await calls.release(call, call.legs[`snoop:${phone}`]);
  await settle(calls, call);
}

export async function supervisionOver(calls: Calls, call: Call, phone: string, key?: string): Promise<void> {
  const leg = call.legs[`supervisor:${phone}`];
  const snooping = call.legs[`snoop:${phone}`];
  delete call.supervision[phone];
  if (leg) calls.dropLeg(call, leg);
  if (snooping) calls.dropLeg(call, snooping);
  calls.save(call, [{ event: 'supervision-ended', phone }], key);
  for (const channel of [leg, snooping]) if (channel) await calls.hangUp(channel);
  await calls.parts.ari.attempt('DELETE', `bridges/${call.id}.ear-${phone}`);
}
