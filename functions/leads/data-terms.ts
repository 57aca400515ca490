import type { Aged, FixedLife, TermKind } from '#functions/kernel/retention.ts';
import { leadLimits } from '#shared/model/lead.ts';
import { importLimits } from '#shared/model/lead-import.ts';
import { orderBucket, readBucket } from './entries.ts';
import { leadSettings } from './settings.ts';
import { findLeads, type LeadRecord } from './store.ts';

/** Leads of one page: they are erased together, each from every noun. */
const pageSize = 25;

/** Whether somebody bought, also where the deal was lost again or is from before the lead came here. */
async function saleTest(): Promise<(lead: LeadRecord) => boolean> {
  const { statuses } = await leadSettings();
  const won = new Set(statuses.filter(({ kind }) => kind === 'won').map(({ key }) => key));
  return ({ won: deal, status, reached }) =>
    deal !== null || won.has(status) || reached.some((one) => won.has(one));
}

/** When somebody last did something to a lead, or with it. */
const touchedAt = ({ updatedAt, lastContactedAt }: LeadRecord): string =>
  lastContactedAt !== null && lastContactedAt > updatedAt ? lastContactedAt : updatedAt;

async function older(
  before: string,
  cursor: string | null,
): Promise<{ found: Aged[]; cursor: string | null }> {
  // The last entry of a page comes first in the next, where it is still there.
  const range = { from: cursor ?? '', to: before, descending: false };
  const { entries, more } = await readBucket(orderBucket('updatedAt'), range, pageSize + 1);
  const fresh = entries.filter(({ entry }) => entry !== cursor).slice(0, pageSize);
  const isSold = await saleTest();
  const leads = await findLeads(fresh.map(({ leadId }) => leadId));
  const old = leads.filter((lead) => lead.state === 'live' && !isSold(lead) && touchedAt(lead) < before);
  const last = fresh.at(-1)?.entry;
  const goesOn = more || fresh.length < entries.filter(({ entry }) => entry !== cursor).length;
  return {
    found: old.map((lead) => ({ id: lead.id, at: touchedAt(lead), leadId: lead.id })),
    cursor: goesOn && last ? last : null,
  };
}

/** Of some leads those that somebody has touched since an instant, sold or deleted: what was planned no longer holds. */
export async function touchedSince(leadIds: readonly string[], before: string): Promise<Set<string>> {
  const isSold = await saleTest();
  const leads = await findLeads(leadIds);
  return new Set(leads.filter((lead) => isSold(lead) || touchedAt(lead) >= before).map(({ id }) => id));
}

export const leadTerms: TermKind[] = [
  {
    kind: 'leads',
    title: 'Leads without a sale',
    goes: 'Leads that never bought and that nobody has changed or contacted for so long, each with all that is held of the person, as when they ask for it. What the law has kept stays.',
    covers: ['leads'],
    isOfPersons: true,
    older,
  },
];

export const leadLives: FixedLife[] = [
  {
    title: 'Leads in the trash',
    covers: [],
    life: `${leadLimits.restoreDays} days`,
    why: 'They can be had back until then.',
  },
  {
    title: 'Timelines of leads',
    covers: ['leadTimeline'],
    life: '400 days',
    why: 'A lead’s page and the reports read them; they go with their lead before that.',
  },
  {
    title: 'Why rows of imports were refused',
    covers: ['leadImports'],
    life: `${importLimits.keepDays} days`,
    why: 'The file, and with it what was wrong in it, can be had back until then.',
  },
];
