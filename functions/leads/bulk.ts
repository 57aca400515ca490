import { AppError } from '#functions/kernel/errors.ts';
import { invalidInput } from '#functions/kernel/validation.ts';
import { type LeadFields, leadFields } from '#shared/model/lead.ts';
import { find } from './store.ts';
import { changeLead, createLead, removeLead } from './write.ts';

type Status = 'created' | 'updated' | 'deleted' | 'skipped' | 'failed';

export interface BulkResult {
  summary: { successful: number; failed: number; skipped: number };
  results: { index: number; id: string | null; status: Status; error: string | null }[];
}

/** Items worked at once: each is a transaction of its own, so one that fails holds no other up. */
const atOnce = 8;

/** Works each item and notes what became of it, in the order given. */
async function each<T>(
  items: readonly T[],
  work: (item: T) => Promise<{ id: string; status: Status }>,
  idOf: (item: T) => string | null = () => null,
): Promise<BulkResult> {
  const results: BulkResult['results'] = [];
  let next = 0;
  const one = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]!;
      try {
        results[index] = { index, error: null, ...(await work(item)) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results[index] = { index, id: idOf(item), status: 'failed', error: error.message };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const count = (...statuses: Status[]) => results.filter(({ status }) => statuses.includes(status)).length;
  return {
    summary: {
      successful: count('created', 'updated', 'deleted'),
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
      if (addTags.length + removeTags.length === 0) {
        await changeLead(id, changes);
        return { id, status: 'updated' };
      }
      const before = await find(id);
      const tags = [...(before?.tags ?? []), ...addTags].filter((tag) => !removeTags.includes(tag));
      await changeLead(id, { ...changes, tags: [...new Set(tags)] }, before?.version);
      return { id, status: 'updated' };
    },
    (id) => id,
  );

export const removeLeads = (ids: readonly string[], force: boolean): Promise<BulkResult> =>
  each(
    [...new Set(ids)],
    async (id) => {
      await removeLead(id, force);
      return { id, status: 'deleted' };
    },
    (id) => id,
  );
