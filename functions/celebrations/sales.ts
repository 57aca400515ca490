import type { EventDetail } from '#events/index.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { celebrate, undo } from './celebrate.ts';
import { dayOf, stands } from './day.ts';
import { drawNews } from './news.ts';
import {
  type CelebrationKey,
  celebrationPrefix,
  celebrationsBetween,
  findCelebration,
  insertCelebration,
  recordOf,
  replaceCelebration,
} from './store.ts';

type Told = EventDetail<'lead.deal'>;
type Sale = NonNullable<Told['after']>;

/** A sale is its lead and the instant at which it was won: won again later, it is another. */
export const keyOf = (leadId: string, { at }: Pick<Sale, 'at'>): CelebrationKey => ({
  at,
  celebrationId: deterministicId(celebrationPrefix, 'sale', leadId, at),
});

const calledOff = 'The sale was called off.';

/** Sales that came to be so long before they are heard of are of no screen's concern any more; ms. */
const oldMs = 3_600_000;

/**
 * Hears that a sale was won, changed or is none any more. Events come twice and in any order, so the lead itself is
 * asked what stands.
 * @param toldAt ISO 8601: bells that were rung for the lead by then go with its sale
 */
export async function saleTold(leadId: string, { before, after }: Told, toldAt: string): Promise<void> {
  if (before && before.at !== after?.at) {
    await undo(keyOf(leadId, before), calledOff);
    await undoEarlier(leadId, toldAt, calledOff, 'bell');
  }
  if (!before && after) return won(leadId, after);
  if (before && after && before.at === after.at) await changed(leadId, after);
}

/** Whether a sale is too old to be begun to be celebrated. */
export const isOld = ({ at }: Pick<Sale, 'at'>): boolean => clock.now() - Date.parse(at) > oldMs;

/** Writes down that a sale was won; whoever hears of it first does. */
export async function recordSale(leadId: string, sale: Sale): Promise<void> {
  const { by: repId, amount } = sale;
  const how = 'sale';
  const given = { ...keyOf(leadId, sale), how, leadId, customer: '', repId, amount, rungBy: null } as const;
  await commit(insertCelebration(recordOf(given))).catch((error) => {
    // It was told before.
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

async function standingSale(leadId: string, { at }: Sale): Promise<Sale | undefined> {
  const lead = await findLead(leadId);
  return lead?.state === 'live' && lead.won?.at === at ? lead.won : undefined;
}

async function won(leadId: string, told: Sale): Promise<void> {
  const key = keyOf(leadId, told);
  const sale = await standingSale(leadId, told);
  if (!sale || isOld(sale)) return;
  await recordSale(leadId, sale);
  await celebrate(key);
  await drawNews(key);
  // The lead may have left its status between the look at it and the celebration; that event found nothing to undo.
  if (!(await standingSale(leadId, told))) await undo(key, calledOff);
}

/** The amount, or whose it is, was put right: what is listed follows. */
const changed = (leadId: string, told: Sale): Promise<void> =>
  retryOnConflict(async () => {
    const record = await findCelebration(keyOf(leadId, told));
    const sale = record && (await standingSale(leadId, told));
    if (!sale || (record.amount === sale.amount && record.repId === sale.by)) return;
    const { amount, by: repId } = sale;
    await commit(replaceCelebration({ ...record, amount, repId, version: record.version + 1 }));
  });

/** Calls off what was celebrated of a lead up to an instant of today; what came after it is another matter. */
async function undoEarlier(leadId: string, at: string, note: string, how?: 'bell'): Promise<void> {
  const { from } = await dayOf(Date.parse(at));
  for (const record of await celebrationsBetween(from, `${at}~`))
    if (record.leadId === leadId && (!how || record.how === how) && stands(record)) await undo(record, note);
}

/** A lead that is deleted takes what was celebrated of it on that day along. @param at ISO 8601 */
export const leadGone = (leadId: string, at: string): Promise<void> =>
  undoEarlier(leadId, at, 'The lead was deleted.');
