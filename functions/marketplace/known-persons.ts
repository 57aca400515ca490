import { e164 } from '#functions/kernel/phone.ts';
import { findLeads, leadsOfEmail, leadsOfNumber } from '#functions/leads/api.ts';
import type { SoldLead } from '#shared/model/market.ts';

/** All that a seller is told of the buyer's leads. */
export const knownToBuyer = 'The buyer has this person already.';

/** Whether the actor's tenant has a lead, not a deleted one, with the number or the address of one that is for sale. */
export async function hasPerson({ phone, email }: Pick<SoldLead, 'phone' | 'email'>): Promise<boolean> {
  const [byNumber, byEmail] = await Promise.all([
    phone ? leadsOfNumber(e164(phone)) : [],
    email ? leadsOfEmail(email) : [],
  ]);
  const found = await findLeads([...new Set([...byNumber, ...byEmail])]);
  return found.some(({ state }) => state === 'live');
}
