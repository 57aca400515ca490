import { actor } from '#functions/kernel/actor.ts';
import { badRequest, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  changingWrites,
  findLead,
  type LeadRecord,
  leadSettings,
  mayUse,
  usable,
} from '#functions/leads/api.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';

/** An active user who may own leads. @throws 400 */
export async function assertActive(agentId: string): Promise<void> {
  if (!takesLeads(await findUser(agentId)))
    throw badRequest('Leads go to active users only.', { field: 'agentId' });
}

const isAdmin = () => {
  const who = actor();
  return who.kind !== 'user' || who.role === 'admin' || who.role === 'operator';
};

const callerId = () => {
  const who = actor();
  return who.kind === 'user' ? who.userId : undefined;
};

/** Brings a lead to another owner; refused when anybody changed the lead since it was read. */
export async function changeOwner(
  before: LeadRecord,
  ownerId: string | null,
  how: string,
): Promise<LeadRecord> {
  const { after, writes } = changingWrites(before, { ...before, ownerId }, await leadSettings(), { how });
  if (writes.length > 0) await commit(writes);
  return after;
}

const takenBy = (lead: LeadRecord) =>
  conflict('Somebody else has this lead already.', { ownerId: lead.ownerId }, 'already_assigned');

/**
 * Gives a lead that is nobody's to an agent. Of two who take it at the same instant exactly one has it, the other
 * is told so; who has it already is told that they have.
 * @throws 400, 403, 404, 409 'already_assigned'
 */
export async function assign(leadId: string, agentId = callerId()): Promise<LeadRecord> {
  if (!agentId) throw badRequest('Please say to whom.', { field: 'agentId' });
  if (!isAdmin() && agentId !== callerId()) throw forbidden('Access denied. admin role required.');
  await assertActive(agentId);
  const before = await findLead(leadId);
  if (before?.state !== 'live') throw notFound('The lead');
  if (before.ownerId === agentId) return before;
  if (before.ownerId !== null) throw mayUse(before) ? takenBy(before) : notFound('The lead');
  try {
    return await changeOwner(before, agentId, 'assigned');
  } catch (error) {
    const now = await findLead(leadId);
    if (now && now.ownerId !== null && now.ownerId !== agentId) throw takenBy(now);
    throw error;
  }
}

/** Gives a lead back, one's own or, for an admin, anybody's. @throws 404, 409 */
export async function release(leadId: string): Promise<LeadRecord> {
  const before = await usable(leadId);
  return changeOwner(before, null, 'released');
}

/** Hands a lead over, one's own or, for an admin, anybody's. @throws 400, 403, 404, 409 */
export async function transfer(leadId: string, agentId: string, reason: string): Promise<LeadRecord> {
  const before = await usable(leadId);
  if (!isAdmin() && before.ownerId !== callerId()) throw forbidden('Only your own leads can be handed over.');
  await assertActive(agentId);
  return changeOwner(before, agentId, reason ? `transferred: ${reason}` : 'transferred');
}
