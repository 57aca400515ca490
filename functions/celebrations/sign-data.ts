import { findLead } from '#functions/leads/api.ts';
import { signValues } from '#functions/messageTemplates/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { SceneData } from '#shared/scene/env.ts';
import type { CelebrationRecord } from './store.ts';

type Sale = Pick<CelebrationRecord, 'leadId' | 'customer' | 'repId' | 'amount'>;

/** Names and address of a user, as a sign's `rep` has them; the photo comes by the address. */
async function repOfUser(userId: string | null): Promise<Record<string, unknown>> {
  const user = userId ? await findUser(userId) : undefined;
  if (!user) return {};
  const { firstName, lastName, email } = user;
  const name = user.firstLast || user.username;
  return { firstName, lastName, fullName: name, name, email };
}

/** What a sign is filled with: the customer, the amount, and who sold, which may be another than owns the lead now. */
export async function signDataOf({ leadId, customer, repId, amount }: Sale): Promise<SceneData> {
  const lead = leadId ? await findLead(leadId) : undefined;
  const values = await signValues(lead && { ...lead, ownerId: null }, { rep: await repOfUser(repId) });
  return {
    ...values,
    lead: {
      ...(lead ? (values.lead as object) : { name: customer, fullName: customer }),
      dealAmount: amount,
    },
    deal: { amount },
  } as SceneData;
}
