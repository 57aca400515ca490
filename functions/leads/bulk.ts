import { recordAudit } from '#functions/kernel/audit.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { invalidInput } from '#functions/kernel/validation.ts';
import { type LeadFields, leadFields } from '#shared/model/lead.ts';
import { changeLead, changeTags, createLead, removeLead, restoreLead } from './write.ts';

type Status = 'created' | 'updated' | 'deleted' | 'restored' | 'skipped' | 'failed';

export interface BulkResult {
  summary: { successful: number; failed: number; skipped: number };
  results: { index: number; id: string | null; status: Status; error: string | null }[];
}

/** Items worked at once: each is a transaction of its own, so one that fails holds no other up. */
const atOnce = 8;

/** The gateway waits 29 s: what has not been begun by then is told as such, and nobody wonders what was done. */
export const budgetMs = 24_000;
export const outOfTime = 'There was no time left for this one. Please send it again.';

const ourFault = 'Something went wrong on our side. Please send this one again.';

/** Works each item and notes what became of it, in the order given. */
export async function each<T>(
  items: readonly T[],
  work: (item: T) => Promise<{ id: string; status: Status }>,
  idOf: (item: T) => string | null = () => null,
  budget = budgetMs,
): Promise<BulkResult> {
  const end = performance.now() + budget;
  const results: BulkResult['results'] = [];
  let next = 0;
  const one = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]!;
      if (performance.now() > end) {
        results[index] = { index, id: idOf(item), status: 'failed', error: outOfTime };
        continue;
      }
      try {
        results[index] = { index, error: null, ...(await work(item)) };
      } catch (error) {
        // What was done with the others must be told, whatever befell this one.
        if (!(error instanceof AppError)) log.error('An item of many failed.', { error: error as Error });
        const sentence = error instanceof AppError ? error.message : ourFault;
        results[index] = { index, id: idOf(item), status: 'failed', error: sentence };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const count = (...statuses: Status[]) => results.filter(({ status }) => statuses.includes(status)).length;
  return {
    summary: {
      successful: count('created', 'updated', 'deleted', 'restored'),
      skipped: count('skipped'),
      failed: count('failed'),
    },
    results,
  };
}

/** Adds leads, each checked and added on its own. */
export const createLeads = (inputs: readonly unknown[]): Promise<BulkResult> =>
  each(inputs, async (input) => {
    const parsed = leadFields.safeParse(input);
    if (!parsed.success) throw invalidInput(parsed.error.issues);
    const { lead, outcome } = await createLead(parsed.data);
    return { id: lead.id, status: outcome };
  });

/** Makes the same changes to each lead; tags are added and removed one by one. */
export const changeLeads = (
  ids: readonly string[],
  changes: Partial<LeadFields>,
  addTags: readonly string[] = [],
  removeTags: readonly string[] = [],
): Promise<BulkResult> =>
  each(
    [...new Set(ids)],
    async (id) => {
      if (addTags.length + removeTags.length === 0) await changeLead(id, changes);
      else await changeTags(id, addTags, removeTags, changes);
      return { id, status: 'updated' };
    },
    (id) => id,
  );

/** Removes leads one by one, with one entry in the audit log for all of them. */
export async function removeLeads(ids: readonly string[], force: boolean): Promise<BulkResult> {
  const result = await each(
    [...new Set(ids)],
    async (id) => {
      await removeLead(id, force);
      return { id, status: 'deleted' };
    },
    (id) => id,
  );
  const leads = result.summary.successful;
  if (leads > 0) await recordAudit('lead.deleted', null, { leads, forGood: force });
  return result;
}

/** Has deleted leads back; one whose phone another lead has by now stays deleted, with that sentence. */
export const restoreLeads = (ids: readonly string[]): Promise<BulkResult> =>
  each(
    [...new Set(ids)],
    async (id) => {
      await restoreLead(id);
      return { id, status: 'restored' };
    },
    (id) => id,
  );
