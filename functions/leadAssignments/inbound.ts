import { currentUser } from '#functions/kernel/actor.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { createLead, findLead, type LeadRecord, leadsOfNumber } from '#functions/leads/api.ts';
import { findUser } from '#functions/users/api.ts';
import { leadFields } from '#shared/model/lead.ts';
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
): Promise<{ lead: LeadRecord; outcome: Outcome }> {
  const phone = e164(written);
  const { userId } = currentUser();
  return retryOnConflict(
    async () => {
      const lead = await leadOfCaller(phone);
      if (!lead) {
        const [firstName = '', ...rest] = name.split(/\s+/);
        const fields = { firstName, lastName: rest.join(' '), phones: [phone], source: 'Inbound call' };
        const made = await createLead(leadFields.parse({ ...fields, ownerId: userId }));
        return { lead: made.lead, outcome: 'created' };
      }
      if (lead.ownerId === userId) return { lead, outcome: 'already-yours' };
      if (lead.ownerId !== null && (await isActive(lead.ownerId)))
        return { lead, outcome: 'owned-by-another' };
      return { lead: await changeOwner(lead, userId, 'answered their call'), outcome: 'assigned' };
    },
    {
      tries: 3,
      isOvertaken: (error) => error instanceof AppError && error.status === 409,
      onGivingUp: () => {
        throw conflict(
          'Somebody else is changing this lead at this moment. Please try again.',
          undefined,
          'busy',
        );
      },
    },
  );
}
