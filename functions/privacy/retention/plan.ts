import type { Aged, TermKind } from '#functions/kernel/retention.ts';
import { touchedSince } from '#functions/leads/api.ts';
import type { SpareReason } from '#shared/model/retention.ts';
import { type Spared, sparedLeads, untouchable } from './spared.ts';
import type { PlannedItem } from './store.ts';

/* What a rule takes: the preview and the run both ask here, so that the one tells what the other does. */

export type SparedCounts = Partial<Record<SpareReason, number>>;

export interface Planned {
  items: PlannedItem[];
  spared: SparedCounts;
  /** Of all that was old enough. */
  oldest: string | null;
  /** Where the next page begins; null at the end. */
  next: string | null;
}

const leadIdsOf = (items: readonly PlannedItem[]): string[] => [
  ...new Set(items.flatMap(({ leadId }) => leadId ?? [])),
];

/** Why leads of some items stay. */
const sparedOf = (kind: TermKind, items: readonly PlannedItem[], before: string): Promise<Spared> =>
  kind.isOfPersons ? sparedLeads(leadIdsOf(items), before) : untouchable(leadIdsOf(items));

export const addReason = (counts: SparedCounts, reason: SpareReason): void => {
  counts[reason] = (counts[reason] ?? 0) + 1;
};

const earliest = (found: readonly Aged[]): string | null =>
  found.reduce<string | null>((least, { at }) => (least === null || at < least ? at : least), null);

/** One page of what is old enough: what goes of it, and what stays. */
export async function planPage(kind: TermKind, before: string, cursor: string | null): Promise<Planned> {
  const page = await kind.older(before, cursor);
  const leads = await sparedOf(kind, page.found, before);
  const spared: SparedCounts = {};
  const items: PlannedItem[] = [];
  for (const { id, leadId, spare } of page.found) {
    const reason = (leadId === null ? undefined : leads.get(leadId)) ?? spare;
    if (reason) addReason(spared, reason);
    else items.push({ id, leadId });
  }
  return { items, spared, oldest: earliest(page.found), next: page.cursor };
}

/** What was planned some time ago and is to stay by now: somebody has touched it, or put it on hold. */
export async function sparedSince(
  kind: TermKind,
  items: readonly PlannedItem[],
  before: string,
): Promise<Map<string, SpareReason>> {
  const leads = await sparedOf(kind, items, before);
  const touched = kind.isOfPersons ? await touchedSince(leadIdsOf(items), before) : new Set<string>();
  return new Map(
    items.flatMap(({ id, leadId }): [string, SpareReason][] => {
      const reason = leadId === null ? undefined : leads.get(leadId);
      return reason ? [[id, reason]] : touched.has(id) ? [[id, 'contacted']] : [];
    }),
  );
}
