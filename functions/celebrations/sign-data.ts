import { findLead } from '#functions/leads/api.ts';
import { signValues } from '#functions/messageTemplates/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { SceneData } from '#shared/scene/env.ts';
import type { CelebrationRecord } from './store.ts';

type Sale = Pick<CelebrationRecord, 'leadId' | 'customer' | 'repId' | 'amount'>;

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** Names and address of a user, as a sign's `rep` has them; the photo comes by the address. */
export function repFields({
  firstName,
  lastName,
  email,
  firstLast,
  username,
}: User): Record<string, unknown> {
  const name = firstLast || username;
  return { firstName, lastName, fullName: name, name, email };
}

async function repOfUser(userId: string | null): Promise<Record<string, unknown>> {
  const user = userId ? await findUser(userId) : undefined;
  return user ? repFields(user) : {};
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

/** Some names in a sentence: all of three, of more the first two and how many others. */
function listed(names: readonly string[]): string {
  const all = [...new Set(names.filter(Boolean))];
  if (all.length > 3) return `${all.slice(0, 2).join(', ')} and ${all.length - 2} more`;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

type Names = Partial<Record<'name' | 'firstName', string>>;

/** Everybody's names where one name stands. */
const allNamed = (people: readonly Names[]) => {
  const name = listed(people.map((one) => one.name ?? ''));
  return { name, fullName: name, firstName: listed(people.map((one) => one.firstName ?? '')), lastName: '' };
};

/** What one sign for several sales is filled with: all names, the face of who sold the most, and what it comes to. */
export async function signDataOfAll(sales: readonly Sale[]): Promise<SceneData> {
  const each = await Promise.all(sales.map(signDataOf));
  const amount = sales.reduce((sum, sale) => sum + sale.amount, 0);
  const most = sales.reduce((at, sale, n) => (sale.amount > sales[at]!.amount ? n : at), 0);
  const first = each[most];
  if (!first || sales.length === 1) return first ?? ({} as SceneData);
  const of = (source: 'rep' | 'lead') => each.map((data) => (data[source] ?? {}) as Names);
  const isOneRep = new Set(sales.map(({ repId }) => repId)).size === 1;
  return {
    ...first,
    rep: isOneRep ? first.rep : { ...(first.rep as object), ...allNamed(of('rep')) },
    lead: { ...allNamed(of('lead')), dealAmount: amount },
    deal: { amount },
  } as SceneData;
}
