import type { z } from 'zod';
import { bookContact, localTimes, noteAttempt } from '#functions/compliance/api.ts';
import { actor, actorName, currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict, forbidden } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  contactedWrites,
  findLead,
  findLeads,
  type LeadRecord,
  leadsOfNumber,
  personOf,
  usable,
} from '#functions/leads/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { calls } from '#shared/api/calls.ts';
import { type Call, type CallLeg, secondsBetween } from '#shared/model/call.ts';
import { isLimitedRole } from '#shared/model/permissions.ts';
import { changeCall } from './change.ts';
import { callFromPhone } from './phone-hook.ts';
import { callWrites } from './store.ts';
import { endedEvent, timelineEvents } from './timeline.ts';

export type NewCall = z.output<NonNullable<(typeof calls.create)['~orpc']['inputSchema']>>;

/** The lead given, else the only live lead that has the number: of several, none is guessed. @throws 404 */
export async function leadOf(leadId: string | undefined, phone: string | undefined) {
  if (leadId) return usable(leadId);
  if (!phone) return undefined;
  const live = await leadsWithNumber(phone);
  return live.length === 1 ? live[0] : undefined;
}

/** The live leads that have a number. */
export const leadsWithNumber = async (phone: string): Promise<LeadRecord[]> =>
  (await findLeads(await leadsOfNumber(phone))).filter(({ state }) => state === 'live');

/** Commits a call's writes with those of its lead, and reads the lead again when it was written meanwhile. */
export async function commitWithLead(lead: LeadRecord | undefined, at: string, writes: object[]) {
  let current = lead;
  await retryOnConflict(() => commit(writes, current ? contactedWrites(current, at) : []), {
    tries: 7,
    isOvertaken: async (error) => {
      if (!(error instanceof AppError && error.code === 'conflict') || !current) return false;
      const now = await findLead(current.id);
      // The lead is as it was read: then it is the call itself that somebody changed.
      if (now?.version === current.version) return false;
      current = now;
      return true;
    },
  });
}

/** Whose the parts of a call are. @throws 400 for nobody of this tenant; 403 for an agent without a part */
async function assertAgents(legs: readonly CallLeg[]): Promise<void> {
  const who = actor();
  const ids = [...new Set(legs.map(({ agentId }) => agentId))];
  if (who.kind === 'user' && isLimitedRole(who.role) && !ids.includes(who.userId))
    throw forbidden('You can log calls that you had a part in.');
  for (const id of ids)
    if (!(await findUser(id)))
      throw badRequest('A part of the call is nobody’s of your team.', { field: 'legs' });
}

const unanswered: readonly string[] = ['busy', 'no-answer', 'cancelled'];

/** The parts of a call that has been, with its begin and end. @throws 400 for times that cannot be */
function partsOf(input: NewCall, agentId: string): { legs: CallLeg[]; startedAt: string; endedAt: string } {
  const now = clock.now();
  const iso = (at: number) => new Date(at).toISOString();
  const begin = input.startedAt ? Date.parse(input.startedAt) : now - input.talkSeconds * 1000;
  const startedAt = iso(begin);
  const talked = unanswered.includes(input.status) ? 0 : input.talkSeconds;
  if (talked !== input.talkSeconds) throw badRequest('A call that nobody answered has no talk time.');
  const given = input.legs ?? [
    {
      agentId,
      startedAt,
      answeredAt: talked > 0 || input.status === 'completed' ? startedAt : null,
      endedAt: iso(begin + talked * 1000),
    },
  ];
  let last = '';
  const legs = given.map((leg) => {
    const from = iso(Date.parse(leg.startedAt));
    const answeredAt = leg.answeredAt && iso(Date.parse(leg.answeredAt));
    const endedAt = iso(Date.parse(leg.endedAt));
    if (from < last || endedAt < from || (answeredAt && (answeredAt < from || answeredAt > endedAt)))
      throw badRequest('The times of the call are not in their order.', { field: 'legs' });
    if (Date.parse(endedAt) > now + 60_000)
      throw badRequest('A call that has been cannot end in the future.', { field: 'startedAt' });
    last = from;
    const talkSeconds = answeredAt ? secondsBetween(answeredAt, endedAt) : 0;
    return { agentId: leg.agentId, startedAt: from, answeredAt, endedAt, talkSeconds };
  });
  return { legs, startedAt: legs[0]!.startedAt, endedAt: legs.at(-1)!.endedAt! };
}

/** What every new call has, whether it begins now or has been. */
export function blank(
  input: Pick<
    NewCall,
    'direction' | 'ownNumber' | 'disposition' | 'notes' | 'recordingUrl' | 'cost' | 'source'
  >,
  phone: string,
  lead: LeadRecord | undefined,
): Call {
  const { direction } = input;
  const ownNumber = input.ownNumber ? e164(input.ownNumber, 'ownNumber') : '';
  const now = clock.iso();
  return {
    id: newId('cal'),
    version: 1,
    direction,
    from: direction === 'outbound' ? ownNumber : phone,
    to: direction === 'outbound' ? phone : ownNumber,
    numberReason: '',
    phone,
    leadId: lead?.id ?? null,
    leadName: lead ? `${lead.firstName} ${lead.lastName}`.trim() || lead.company : '',
    status: 'queued',
    legs: [],
    disposition: input.disposition,
    notes: input.notes,
    recordingUrl: input.recordingUrl,
    recorded: false,
    recordingAnnouncedAt: null,
    cost: input.cost,
    source: input.source ?? (direction === 'inbound' ? 'inbound' : 'manual'),
    origin: null,
    live: null,
    callbackAt: null,
    script: null,
    startedAt: now,
    answeredAt: null,
    endedAt: null,
    talkSeconds: 0,
    createdAt: now,
    createdBy: actorName(),
    updatedAt: now,
  };
}

/** Asks the compliance gate and books the attempt. @throws 409 'contact_refused' with reasons and the next time */
async function assertMayCall(call: Call, lead: LeadRecord | undefined): Promise<void> {
  const person = lead ? personOf(lead, call.phone) : { phone: call.phone };
  const decision = await bookContact(person, 'call', call.id);
  if (decision.allowed) return;
  const { reasons, nextAllowedAt, closesAt, timeZones } = decision;
  const [next] = nextAllowedAt ? localTimes(timeZones, Date.parse(nextAllowedAt)) : [];
  const until = next ? ` It may be called from ${next.time} (${next.zone}) on.` : '';
  throw conflict(
    `This number may not be called now. ${reasons[0]?.text ?? ''}${until}`,
    { reasons, nextAllowedAt, closesAt, localTimes: decision.localTimes, decisionId: decision.id },
    'contact_refused',
  );
}

/**
 * Starts a call, or logs one that has been. Who is signed in to a phone has the exchange make it; who is not dials by
 * themselves. @throws 400, 403, 404; 409 when compliance forbids it now
 */
export async function createCall(input: NewCall): Promise<Call> {
  const given = input.phone === undefined ? undefined : e164(input.phone);
  const lead = await leadOf(input.leadId, given);
  const phone = given ?? lead?.phones[0]?.number;
  if (!phone) throw badRequest('Please give a phone number.', { field: 'phone' });
  const call = blank(input, phone, lead);
  if (!input.start) return logCall(call, input, lead);
  const { disposition, notes, direction, ownNumber: callerId } = input;
  const dialled =
    direction === 'outbound' && (await callFromPhone.run({ to: phone, leadId: lead?.id, callerId }));
  if (!dialled) return startCall(call, lead);
  return disposition || notes ? changeCall(dialled.id, { disposition, notes }) : dialled;
}

async function startCall(base: Call, lead: LeadRecord | undefined): Promise<Call> {
  const who = actor();
  const legs: CallLeg[] =
    who.kind === 'user' && base.direction === 'outbound'
      ? [{ agentId: who.userId, startedAt: base.startedAt, answeredAt: null, endedAt: null, talkSeconds: 0 }]
      : [];
  const call = { ...base, legs };
  if (call.direction === 'outbound') await assertMayCall(call, lead);
  await commitWithLead(lead, call.startedAt, [
    ...callWrites(undefined, call),
    event('call.started', call.id, {
      direction: call.direction,
      leadId: call.leadId,
      agentId: legs[0]?.agentId ?? null,
      startedAt: call.startedAt,
    }),
    ...timelineEvents(call, 'started'),
  ]);
  return call;
}

async function logCall(base: Call, input: NewCall, lead: LeadRecord | undefined): Promise<Call> {
  const { legs, startedAt, endedAt } = partsOf(input, currentUser().userId);
  await assertAgents(legs);
  const call: Call = {
    ...base,
    status: input.status,
    legs,
    startedAt,
    answeredAt: legs.find(({ answeredAt }) => answeredAt)?.answeredAt ?? null,
    endedAt,
    talkSeconds: legs.reduce((sum, { talkSeconds }) => sum + talkSeconds, 0),
  };
  // It has been made, so it counts among the attempts, whatever they allow.
  if (call.direction === 'outbound') await noteAttempt({ phone: call.phone }, 'call', call.id, startedAt);
  await commitWithLead(lead, startedAt, [
    ...callWrites(undefined, call),
    endedEvent(call),
    ...timelineEvents(call, 'ended'),
  ]);
  return call;
}
