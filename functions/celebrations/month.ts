import type { z } from 'zod';
import { createBatch, projectOr404 } from '#functions/content/api.ts';
import { actorName, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { facesOf, videoMade } from '#functions/repPhotos/api.ts';
import { findTenant } from '#functions/tenants/api.ts';
import { everyUser } from '#functions/users/api.ts';
import type { celebrations } from '#shared/api/celebrations.ts';
import { celebrationLimits as limits, type MonthWinner, monthName } from '#shared/model/celebration.ts';
import { exportOptions } from '#shared/model/content.ts';
import type { PersonalisedBatch, PersonalisedRecord } from '#shared/model/personalised.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { instantOf, localTime } from '#shared/model/zone-time.ts';
import { stands } from './day.ts';
import { dimensionsOf } from './dimensions.ts';
import { repFields } from './sign-data.ts';
import { celebrationsBetween } from './store.ts';

type VideosWanted = z.output<NonNullable<(typeof celebrations)['monthVideos']['~orpc']['inputSchema']>>;

/** The month so many months later, such as 2027-01. @param month such as 2026-11 */
function monthAfter(month: string, count: number): string {
  const [year, place] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, place - 1 + count, 1)).toISOString().slice(0, 7);
}

/** This month and the one before, by the workspace's calendar: what was won is kept for longer than both are. */
const monthsOf = (zone: string): string[] => {
  const now = localTime(zone, clock.now()).date.slice(0, 7);
  return [now, monthAfter(now, -1)];
};

/** What was won in a month, with the user behind each winner. */
async function ranking(wanted?: string) {
  const zone = (await findTenant(tenantOf()))?.timeZone ?? defaultTimeZone;
  const months = monthsOf(zone);
  const name = wanted ?? months[0]!;
  if (!months.includes(name))
    throw badRequest(
      `What was won is kept for ${limits.keepDays} days: choose this month or the one before.`,
      { field: 'month' },
    );
  const iso = (date: string) => new Date(instantOf(zone, `${date}-01`, 0)).toISOString();
  const [from, to] = [iso(name), iso(monthAfter(name, 1))];
  const won = (await celebrationsBetween(from, to)).filter((record) => stands(record) && record.at < to);
  const users = new Map((await everyUser()).map((user) => [user.userId, user]));
  const byRep = Map.groupBy(won, ({ repId }) => (repId && users.has(repId) ? repId : ''));
  byRep.delete('');
  const emails = [...byRep.keys()].map((repId) => users.get(repId)!.email.toLowerCase());
  const faces = await facesOf([...new Set(emails)]);
  const ranked = [...byRep].map(([repId, sales]) => {
    const user = users.get(repId)!;
    const winner: MonthWinner = {
      repId,
      repName: user.firstLast || user.username,
      repPhoto: faces.get(user.email.toLowerCase())?.photo ?? null,
      sales: sales.length,
      amount: sales.reduce((sum, { amount }) => sum + amount, 0),
    };
    return { winner, user };
  });
  ranked.sort(
    ({ winner: a }, { winner: b }) =>
      b.amount - a.amount || b.sales - a.sales || a.repName.localeCompare(b.repName),
  );
  return {
    month: name,
    months,
    ranked,
    sales: won.length,
    amount: won.reduce((sum, { amount }) => sum + amount, 0),
  };
}

type Ranked = Awaited<ReturnType<typeof ranking>>['ranked'][number];

/**
 * What was won in a month, by rep, the most first; what was called off or counted before is none of it.
 * @param wanted such as 2026-11; this month when left out
 * @throws 400 for another than this month and the one before
 */
export async function month(wanted?: string) {
  const { ranked, ...totals } = await ranking(wanted);
  return { ...totals, winners: ranked.map(({ winner }) => winner) };
}

/** What a sign for a sale says of a month: the sales stand where the customer's name does, and beside it their sum. */
function recordOf({ winner, user }: Ranked, place: number, name: string): PersonalisedRecord {
  const { repName, sales, amount } = winner;
  const words = `${sales} ${sales === 1 ? 'sale' : 'sales'} in ${name}`;
  return {
    name: repName,
    data: {
      rep: { ...repFields(user), ...(winner.repPhoto ? { photo: winner.repPhoto } : {}) },
      lead: { name: words, fullName: words, dealAmount: amount },
      deal: { amount },
      external: { month: name, place, sales },
    },
  };
}

/**
 * Has a video made for each of the month's best. The same request again is the same batch.
 * @throws 400; 409 where nobody has won anything
 */
export async function monthVideos(wanted: VideosWanted): Promise<PersonalisedBatch> {
  const { requestId, projectId, seconds } = wanted;
  const { ranked } = await ranking(wanted.month);
  const best = ranked.slice(0, wanted.winners);
  const name = monthName(wanted.month);
  if (best.length === 0) throw conflict(`Nobody has won anything in ${name}.`, undefined, 'no_winners');
  const records = best.map((one, at) => recordOf(one, at + 1, name));
  const also = best.flatMap(({ winner: { repName }, user: { email } }) =>
    email ? videoMade({ repEmail: email.toLowerCase(), repName }, name) : [],
  );
  return createBatch({
    projectId,
    options: exportOptions.parse({
      exportType: 'video',
      duration: seconds,
      dimensions: dimensionsOf((await projectOr404(projectId)).canvasSize),
    }),
    records,
    batchId: deterministicId('bat', 'month', actorName(), requestId),
    name: `Best of ${name}`,
    also,
  });
}
