import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { commit, maxTransactionItems } from '#functions/kernel/table.ts';
import { leadLimits } from '#shared/model/lead.ts';
import { addingCounts, type Counts, countsOfChange, countWrites, sumOfCounts } from '../counts.ts';
import { readBucket, valueBucket } from '../entries.ts';
import { leadsOnHold, unlessOnHold } from '../holds.ts';
import { findLeads, type LeadRecord, leadWrites } from '../store.ts';
import { revokeChunks } from './chunk-store.ts';
import { addTally, noTally, type StoredImport } from './store.ts';

const readAtOnce = 100;
const daySeconds = 86_400;
/** The tally is in the transaction too. */
const ownWrites = 1;

/** A lead that is as the import made it: nobody has edited, assigned or contacted it. */
const isUntouched = (lead: LeadRecord, importId: string) =>
  lead.state === 'live' && lead.importId === importId && lead.version === lead.importedVersion;

/** Those of live leads that go: neither touched nor on legal hold. */
async function removable(leads: readonly LeadRecord[], importId: string): Promise<LeadRecord[]> {
  const held = await leadsOnHold(leads.map(({ id }) => id));
  return leads.filter((lead) => isUntouched(lead, importId) && !held.has(lead.id));
}

function deletion(before: LeadRecord): { writes: object[]; counts: Counts } {
  const at = clock.iso();
  const after: LeadRecord = {
    ...before,
    state: 'deleted',
    isUndone: true,
    deletedAt: at,
    updatedAt: at,
    version: before.version + 1,
  };
  const expiresAt = clock.seconds() + leadLimits.restoreDays * daySeconds;
  const writes = leadWrites(before, after, { allowDuplicatePhones: false, uncounted: true, expiresAt });
  return {
    writes: [
      ...writes,
      unlessOnHold(before.id),
      event('lead.deleted', before.id, { force: false, undoneFrom: before.createdAt }),
    ],
    counts: countsOfChange(before, after),
  };
}

/** Deletes some leads in one transaction, as many as fit; answers how many those were. */
async function removeSome(item: StoredImport, leads: readonly LeadRecord[]): Promise<number> {
  const writes: object[] = [];
  const countedAs = leads[0]!.id;
  let counts: Counts = new Map();
  let removed = 0;
  for (const lead of leads) {
    const one = deletion(lead);
    const sum = sumOfCounts(counts, one.counts);
    const all = writes.length + one.writes.length + countWrites(sum, countedAs) + ownWrites;
    if (removed > 0 && all > maxTransactionItems) break;
    writes.push(...one.writes);
    counts = sum;
    removed++;
  }
  await commit(
    writes,
    addTally(item.importId, 0, { ...noTally(), removed }, item.expiresAt),
    addingCounts(counts, countedAs, maxTransactionItems - writes.length - ownWrites),
  );
  return removed;
}

/**
 * Deletes what the import made and nobody has changed since. It may begin again at any time: what is deleted is
 * not found again.
 * @returns how many leads stayed, or undefined when `until` (ms since 1970) is past before the end
 */
export async function undo(
  item: StoredImport,
  until: number,
  beat: () => Promise<void>,
): Promise<number | undefined> {
  const { importId } = item;
  // One that was cancelled may have a worker in the middle of a transaction.
  await revokeChunks(importId);
  let after = '';
  let kept = 0;
  for (;;) {
    const range = { ...(after ? { from: `${after}\u0000` } : {}), descending: false };
    const { entries, more } = await readBucket(valueBucket('importId', importId), range, readAtOnce);
    const there = (await findLeads(entries.map(({ leadId }) => leadId))).filter(
      ({ state }) => state === 'live',
    );
    let leads = await removable(there, importId);
    kept += there.length - leads.length;
    while (leads.length > 0) {
      await beat();
      try {
        leads = leads.slice(await removeSome(item, leads));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Somebody changed one of them just now: look again at each.
        const now = (await findLeads(leads.map(({ id }) => id))).filter(({ state }) => state === 'live');
        leads = await removable(now, importId);
        kept += now.length - leads.length;
      }
      if (clock.now() > until) return undefined;
    }
    const last = entries.at(-1);
    if (!more || !last) return kept;
    after = last.entry;
  }
}
