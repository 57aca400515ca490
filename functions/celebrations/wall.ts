import { findLeads } from '#functions/leads/api.ts';
import { facesOf } from '#functions/repPhotos/api.ts';
import { everyUser } from '#functions/users/api.ts';
import type { WallWins, WinsShown } from '#shared/model/wins-wall.ts';
import { customerOf } from './customer.ts';
import { dayOf, standingOn } from './day.ts';

/** What was won today, for a sign that anybody may fetch: no more of it than the sign shows, the latest first. */
export async function wallOf({ rows, photos, amounts, customers, total }: WinsShown): Promise<WallWins> {
  const standing = (await standingOn(await dayOf())).reverse();
  const latest = standing.slice(0, rows);
  const userOf = new Map((await everyUser()).map((user) => [user.userId, user]));
  const leadIds = customers ? latest.flatMap(({ leadId }) => leadId ?? []) : [];
  const leadOf = new Map((await findLeads(leadIds)).map((lead) => [lead.id, lead]));
  const emails = photos
    ? latest.flatMap(({ repId }) => userOf.get(repId ?? '')?.email.toLowerCase() ?? [])
    : [];
  const faces = await facesOf([...new Set(emails)]);
  return {
    wins: latest.map(({ repId, leadId, customer, amount }) => {
      const user = userOf.get(repId ?? '');
      const lead = leadId ? leadOf.get(leadId) : undefined;
      return {
        rep: user ? user.firstLast || user.username : '',
        photo: (user && faces.get(user.email.toLowerCase())?.photo) ?? null,
        amount: amounts ? amount : null,
        customer: customers ? (leadId ? (lead?.state === 'live' ? customerOf(lead) : '') : customer) : '',
      };
    }),
    total: total ? standing.reduce((sum, { amount }) => sum + amount, 0) : null,
  };
}
