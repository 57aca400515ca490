import type { TakeoverResult } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { findLead } from '#functions/leads/api.ts';
import { announce, callOff, type NewAnnouncement } from '#functions/signage/api.ts';
import { isQuiet } from '#shared/model/celebration.ts';
import { celebrate, named, step } from './celebrate.ts';
import { dayOf, standingOn } from './day.ts';
import { findRule } from './rule-store.ts';
import { isOld, keyOf, recordSale } from './sales.ts';
import { type CelebrationKey, type CelebrationRecord, findCelebration } from './store.ts';

/*
 * Journeys and webhooks show leads on displays, with a sign of their own. On the day on which the lead is won that is
 * the celebration of its sale: the rules are asked first, whoever comes first, and a display that shows the sale already
 * does not show it again. All of it is one celebration in the history, and is called off as one.
 */

export interface LeadAnnouncement extends NewAnnouncement {
  /** Who shows it, such as: The journey “Won”. */
  by: string;
}

export interface LeadAnnounced {
  results: TakeoverResult[];
  /** Displays that celebrate the same sale already. */
  already: number;
  /** Why it is on no display although nothing failed; empty otherwise. */
  held: string;
}

const shownAlone = async (given: NewAnnouncement): Promise<LeadAnnounced> => ({
  results: await announce(given),
  already: 0,
  held: '',
});
const heldBack = (held: string): LeadAnnounced => ({ results: [], already: 0, held });

/** What celebrates the lead's sale of today, its rules having been asked; undefined where it has none. */
async function celebrationOf(leadId: string): Promise<CelebrationRecord | undefined> {
  const lead = await findLead(leadId);
  if (lead?.state !== 'live') return undefined;
  const day = await dayOf();
  const sale = lead.won;
  // A sale of a minute before midnight is none of yesterday.
  if (sale && (sale.at >= day.from || !isOld(sale))) {
    if (!isOld(sale)) await recordSale(leadId, sale);
    const record = await celebrate(keyOf(leadId, sale));
    if (record && record.state !== 'repeated') return record;
  }
  return (await standingOn(day)).find((record) => record.leadId === leadId);
}

/** Displays that have the sale, or are about to. */
function displaysOf({ state, displayIds, joined }: CelebrationRecord): Set<string> {
  const byRule = state === 'chosen' || state === 'celebrated' ? displayIds : [];
  return new Set([...byRule, ...joined.flatMap((one) => one.displayIds)]);
}

/** Takes those of the displays that do not show the sale yet, each for one announcement; the same again is the same. */
const take = (key: CelebrationKey, event: string, displayIds: readonly string[]) =>
  retryOnConflict(async (): Promise<string[] | undefined> => {
    const record = await celebrate(key);
    if (!record || record.state === 'undone') return undefined;
    const mine = record.joined.find((one) => one.event === event);
    if (mine) return mine.displayIds;
    const taken = displaysOf(record);
    const free = displayIds.filter((id) => !taken.has(id));
    if (free.length > 0)
      await step(record, { joined: [...record.joined, { event, displayIds: free, note: '' }] });
    return free;
  });

/** Notes where it is. @returns false where it was called off meanwhile */
const noteShown = (key: CelebrationKey, event: string, note: string) =>
  retryOnConflict(async (): Promise<boolean> => {
    const record = await findCelebration(key);
    if (!record || record.state === 'undone') return false;
    const joined = record.joined.map((one) => (one.event === event ? { ...one, note } : one));
    if (note)
      await step(record, { joined, ...(record.state === 'passed' ? { state: 'celebrated' as const } : {}) });
    return true;
  });

/**
 * Shows a lead on displays for some time, as `announce` does. Where it was won today, the displays that show its sale
 * already are left out, its rule's quiet hours hold, and what was called off stays off. Given twice, it is shown once.
 * @throws as `announce`
 */
export async function announceLead({ by, ...given }: LeadAnnouncement): Promise<LeadAnnounced> {
  const { event, leadId, displayIds } = given;
  const record = leadId ? await celebrationOf(leadId) : undefined;
  if (!record) return shownAlone(given);
  const offAgain = heldBack('Its sale was called off.');
  const rule = record.ruleId ? await findRule(record.ruleId) : undefined;
  if (rule && isQuiet(rule, (await dayOf(clock.now())).minute))
    return heldBack(`The rule “${rule.name}” keeps quiet hours.`);
  const mine = await take(record, event, displayIds);
  if (!mine) return offAgain;
  const already = new Set(displayIds).size - mine.length;
  if (mine.length === 0) return { results: [], already, held: '' };
  const results = await announce({ ...given, displayIds: mine });
  const shown = results.filter(({ ok }) => ok).map(({ name }) => name);
  const stands = await noteShown(record, event, shown.length > 0 ? `${by}: on ${named(shown)}.` : '');
  if (stands) return { results, already, held: '' };
  // Whoever called it off may have been there before it was.
  await callOff(event);
  return offAgain;
}
