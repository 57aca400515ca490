import type { EventDetail } from '#events/index.ts';
import { event } from '#functions/kernel/events.ts';
import type { LeadSettings } from '#shared/model/lead.ts';
import type { LeadRecord } from './store.ts';

/** A deal that is won: since when, whose it was then, and for how many US dollars. */
export type Deal = NonNullable<EventDetail<'lead.deal'>['after']>;

const isWon = (status: string, { statuses }: Pick<LeadSettings, 'statuses'>): boolean =>
  statuses.find(({ key }) => key === status)?.kind === 'won';

/**
 * The deal of a lead after a change. It is won when its lead comes to a status of that kind, and is no longer when the
 * lead leaves it. It stays with whoever won it, also when the lead is handed over: its owner; of a lead that nobody had,
 * the agent who says that it is won; without either, its next owner. A lead that was added with such a status is a customer
 * from before, and no deal of ours.
 * @param agentId the agent who changes it; null where nobody or somebody else does
 */
export function dealAfter(
  before: LeadRecord,
  after: Pick<LeadRecord, 'status' | 'ownerId' | 'dealAmount'>,
  settings: Pick<LeadSettings, 'statuses'>,
  at: string,
  agentId: string | null,
): Deal | null {
  if (!isWon(after.status, settings)) return null;
  const amount = after.dealAmount ?? 0;
  if (before.won) return { ...before.won, by: before.won.by ?? after.ownerId, amount };
  return isWon(before.status, settings) ? null : { at, by: after.ownerId ?? agentId, amount };
}

/** The event that tells of a deal won, changed or lost again; none when it is as it was. */
export function dealEvents(
  { won: before = null }: LeadRecord,
  { id, won: after = null }: LeadRecord,
): object[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [event('lead.deal', id, { before, after })];
}
