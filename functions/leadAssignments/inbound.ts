import { currentUser } from '#functions/kernel/actor.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { createLead, findLead, type LeadRecord, leadsOfNumber } from '#functions/leads/api.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import { inboundCallSource, leadFields } from '#shared/model/lead.ts';
import { changeOwner } from './assign.ts';

type Outcome = 'created' | 'assigned' | 'already-yours' | 'owned-by-another';

async function leadOfCaller(phone: string): Promise<LeadRecord | undefined> {
  for (const id of await leadsOfNumber(phone)) {
    const lead = await findLead(id);
    if (lead?.state === 'live') return lead;
  }
  return undefined;
}

/** Whether an owner still works here. */
const isActive = async (ownerId: string) => (await findUser(ownerId))?.isActive === true;

/**
 * The lead of somebody who calls, for whoever answers: found by the number or made, and theirs unless it is another
 * active agent's. Two calls from one number at one instant make one lead. @throws 400 for what is no number
 */
export async function answerCaller(
  written: string,
  name: string,
  userId = currentUser().userId,
): Promise<{ lead: LeadRecord; outcome: Outcome }> {
  const phone = e164(written);
  return retryOnConflict(
    async () => {
      const lead = await leadOfCaller(phone);
      if (!lead) {
        const [firstName = '', ...rest] = name.split(/\s+/);
        const fields = { firstName, lastName: rest.join(' '), phones: [phone], source: inboundCallSource };
        const made = await createLead(leadFields.parse({ ...fields, ownerId: userId }));
        return { lead: made.lead, outcome: 'created' };
      }
      return giveToAnswerer(lead, userId);
    },
    { tries: 3, ...untilFree },
  );
}

const untilFree = {
  isOvertaken: (error: unknown) => error instanceof AppError && error.status === 409,
  onGivingUp: (): never => {
    throw conflict(
      'Somebody else is changing this lead at this moment. Please try again.',
      undefined,
      'busy',
    );
  },
};

/** The caller's lead is whose who answered, unless it is another active agent's. */
async function giveToAnswerer(
  lead: LeadRecord,
  userId: string,
): Promise<{ lead: LeadRecord; outcome: Outcome }> {
  if (lead.ownerId === userId) return { lead, outcome: 'already-yours' };
  if (lead.ownerId !== null && (await isActive(lead.ownerId))) return { lead, outcome: 'owned-by-another' };
  return { lead: await changeOwner(lead, userId, 'answered their call'), outcome: 'assigned' };
}

/**
 * An agent took up a call that came in: its lead becomes theirs by the same rules. Told twice, nothing more happens; a
 * lead that is gone, or an agent who takes none, leaves everything as it is.
 */
export async function noteAnsweredCaller(leadId: string, userId: string): Promise<void> {
  if (!takesLeads(await findUser(userId))) return;
  await retryOnConflict(
    async () => {
      const lead = await findLead(leadId);
      if (lead?.state === 'live') await giveToAnswerer(lead, userId);
    },
    { tries: 7, ...untilFree },
  );
}
