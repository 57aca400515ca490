import { callOr404 } from '#functions/calls/api.ts';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { findLead, timeline } from '#functions/leads/api.ts';
import { findUser } from '#functions/users/api.ts';
import { agentsOnPhones, type Handover } from '#shared/model/call.ts';

/** Notes of the lead that are read out, at most. */
const notesAtMost = 5;

const nameOf = async (userId: string): Promise<string> => {
  const user = await findUser(userId);
  return user?.firstLast || user?.username || '';
};

/** Who wrote an entry of a timeline, by name; what was no user has none. */
const writerOf = async (actor: string): Promise<string> =>
  actor.startsWith('usr_') ? await nameOf(actor) : '';

async function leadOf(leadId: string): Promise<Handover['lead']> {
  const lead = await findLead(leadId);
  if (lead?.state !== 'live') return null;
  const { entries } = await timeline(leadId, { limit: notesAtMost, kinds: ['note'] });
  return {
    name: `${lead.firstName} ${lead.lastName}`.trim(),
    company: lead.company,
    place: [lead.address.city, lead.address.state].filter(Boolean).join(', '),
    source: lead.source,
    notes: await Promise.all(
      entries.map(async ({ at, actor, text }) => ({ at, text, by: await writerOf(actor) })),
    ),
  };
}

/**
 * What an agent is told of a call that a colleague hands them, so that the caller need not begin anew: also of a lead
 * that is the colleague's, but only while the call is at the agent's phone. @throws 404 for anybody else
 */
export async function handoverOf(callId: string): Promise<Handover> {
  const call = await callOr404(callId);
  const { userId } = currentUser();
  const before = call.legs.findLast(({ agentId }) => agentId !== userId)?.agentId;
  const isHanded = before !== undefined && agentsOnPhones(call).includes(userId);
  if (!isHanded && seesOwnLeadsOnly()) throw notFound('The handover');
  return {
    from: before === undefined ? null : { agentId: before, name: await nameOf(before) },
    callNotes: call.notes,
    lead: call.leadId ? await leadOf(call.leadId) : null,
  };
}
