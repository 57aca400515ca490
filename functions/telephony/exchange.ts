import {
  announcementOf,
  findCall,
  isWithdrawn,
  movePlaced,
  recordPlaced,
  resultOf,
  withdrawPlaced,
} from '#functions/calls/api.ts';
import { bookContact, check, type Person } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { count } from '#functions/kernel/metrics.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { personOf, usable } from '#functions/leads/api.ts';
import {
  capSentence,
  giveBackOfDay,
  nextDayOfCaps,
  ownCaps,
  ownStanding,
  standingReasons,
  takeOfDay,
} from '#functions/tenants/api.ts';
import type { Connecting } from '#shared/exchange/commands.ts';
import type { Call } from '#shared/model/call.ts';
import type { PassedOver } from '#shared/model/did-pool.ts';
import { type CallOrigin, type CallResult, exchangeLimits } from '#shared/model/exchange.ts';
import { type ExchangeAdapter, ExchangeRefused } from './adapter.ts';
import { ExchangeDown } from './down.ts';
import { callbackOf } from './endpoints.ts';
import { exchange } from './exchanges/placement.ts';

export type { CallOrigin, CallResult } from '#shared/model/exchange.ts';
export { ExchangeDown } from './down.ts';

/** A number that was drawn from a pool, and why that one; null where none of them may be shown now. */
export interface DrawnNumber {
  phoneNumber: string | null;
  reason: string;
  passedOver: PassedOver[];
}

/** A call that the exchange is to make. */
export interface Placing {
  /** Names the call: the same key again is the same call. */
  key: string;
  leadId: string | null;
  /** The number to ring. */
  to: string;
  /** The number to show; the exchange's own when null. */
  callerId: string | null;
  /**
   * Draws the number to show in place of that, once, when the call may be made: the same key again draws none, nor does
   * a call that is refused. Undefined where there is none to draw.
   */
  drawNumber?: (() => Promise<DrawnNumber | undefined>) | undefined;
  maxRingSeconds: number;
  /** Whether the exchange listens for an answering machine. */
  amd: boolean;
  /** The part of the dial plan that takes the answered call. */
  context: string | null;
  /** Where an answered call is put through to. */
  transferNumber: string | null;
  recordCall: boolean;
  /** The phone of an agent, which rings first. */
  agentPhone?: string;
  /** Without an agent's phone: whoever answers waits so long for one (`commandCall` with `connect`). */
  connect?: Connecting;
  /** Whether the tenant's own hours do not hold for this call; the law's always do. */
  ignoresOwnHours?: boolean;
  /** Whom it calls has asked for it, just now. */
  isAskedFor?: true;
  source: CallOrigin;
}

/** Why a call may not be made now, and from when on it may; null: never. */
export interface CallRefusal {
  reasons: readonly { code: string; text: string }[];
  nextAllowedAt: string | null;
  /** Of a decision of the law's: where the person is, and what it is named. */
  timeZones?: readonly string[];
  closesAt?: string | null;
  localTimes?: readonly unknown[];
  id?: string | null;
}

/** The person may not be called now, or the tenant may not call; `decision` says why, and from when on. */
export class ContactRefused extends Error {
  readonly decision: CallRefusal;
  constructor(decision: CallRefusal) {
    super(decision.reasons[0]?.text ?? 'This person may not be called now.');
    this.name = 'ContactRefused';
    this.decision = decision;
  }
}

/** Calls that one key may name: each but the last was taken back before the exchange had it. */
const mostOfKey = 50;

/** The call that a key names, and how it is named for the gate; `call` is undefined when it is still to be made. */
async function callOfKey(key: string): Promise<{ id: string; attempt: string; call: Call | undefined }> {
  for (let n = 0; ; n++) {
    const attempt = n === 0 ? key : `${key}#${n}`;
    const id = deterministicId('cal', 'exchange', attempt);
    const call = await findCall(id);
    if (!call || !isWithdrawn(call) || n === mostOfKey) return { id, attempt, call };
  }
}

/** The call that a key names, once `placeCall` has made it. */
export const placedCall = async (key: string): Promise<Call | undefined> => (await callOfKey(key)).call;

/**
 * A call that was recorded and booked earlier, and whose handing over failed then: the hours and the person's own
 * word may have changed since. Its own attempt does not stand in its way. One that is refused now is taken back, so
 * that the same key makes another, which passes the gate again.
 */
async function stillAllowed(
  person: Person,
  callId: string,
  adapter: ExchangeAdapter,
  { ignoresOwnHours }: Placing,
): Promise<void> {
  const decision = await check(person, 'call', clock.iso(), true, { ignoresOwnHours });
  const reasons = decision.reasons.filter(({ code }) => code !== 'too_many_attempts');
  if (reasons.length === 0 || (await adapter.ask(callId))) return;
  await withdrawPlaced(callId);
  throw new ContactRefused({ ...decision, reasons });
}

/** A call of a tenant that may not call is tried again after so long, in ms. */
const lookAgainMs = 15 * 60_000;

/** @throws ContactRefused while nothing may leave the tenant */
async function assertMayCall(): Promise<void> {
  const standing = await ownStanding();
  if (standing === 'active') return;
  const { code, sentence } = standingReasons[standing];
  const nextAllowedAt = new Date(clock.now() + lookAgainMs).toISOString();
  throw new ContactRefused({ reasons: [{ code, text: sentence }], nextAllowedAt });
}

async function recorded(placing: Placing, adapter: ExchangeAdapter): Promise<Call> {
  const { id, attempt, call } = await callOfKey(placing.key);
  if (call && call.status !== 'queued') return call;
  await assertMayCall();
  const to = e164(placing.to, 'to');
  const lead = placing.leadId ? await usable(placing.leadId) : undefined;
  const known = lead ? personOf(lead, to) : { phone: to };
  const person = placing.isAskedFor ? { ...known, isAskedFor: true as const } : known;
  if (call) {
    await stillAllowed(person, id, adapter, placing);
    return call;
  }
  const caps = await ownCaps();
  if (!(await takeOfDay('callsPerDay', caps)))
    throw new ContactRefused({
      reasons: [{ code: 'cap_reached', text: capSentence('callsPerDay', caps.callsPerDay!) }],
      nextAllowedAt: nextDayOfCaps(),
    });
  const decision = await bookContact(person, 'call', attempt, placing);
  if (!decision.allowed) {
    await giveBackOfDay('callsPerDay', caps);
    throw new ContactRefused(decision);
  }
  const drawn = await placing.drawNumber?.();
  const callerId = drawn?.phoneNumber ?? placing.callerId;
  return recordPlaced({ id, to, callerId, drawn, lead, origin: placing.source });
}

/**
 * Hands a call to the exchange; the same key again is the same call. Its result arrives by `call.ended`, also when
 * the exchange will not make it; `result` is that of a call that has ended already, and else null.
 * @throws ContactRefused; ExchangeDown; 404 for a lead that is gone; 409 'exchange_not_connected', 'busy'
 */
export async function placeCall(placing: Placing): Promise<{ callId: string; result: CallResult | null }> {
  const adapter = await exchange();
  const call = await recorded(placing, adapter);
  const callId = call.id;
  if (call.status !== 'queued') return { callId, result: resultOf(call) };
  const callback = await callbackOf();
  const { maxRingSeconds, amd, context, transferNumber, recordCall } = placing;
  const ends = { phone: call.to, ownNumber: call.from || null, leadId: placing.leadId };
  const announceRecording = recordCall ? await announcementOf(ends) : null;
  try {
    await adapter.place({
      callId,
      to: call.to,
      callerId: call.from || null,
      maxRingSeconds: Math.min(exchangeLimits.ring, Math.max(1, maxRingSeconds)),
      amd,
      context,
      transferNumber,
      recordCall: recordCall && !announceRecording,
      announceRecording,
      agent: placing.agentPhone ? { phone: placing.agentPhone } : null,
      connect: placing.connect ?? null,
      ...callback,
    });
  } catch (error) {
    if (!(error instanceof ExchangeRefused)) {
      if (error instanceof ExchangeDown) count('CarrierFailures', 1, 'call');
      throw error;
    }
    return { callId, result: resultOf(await movePlaced(callId, { to: 'failed', at: clock.iso() })) };
  }
  return { callId, result: null };
}
