import { auditEntry, recordAudit } from '#functions/kernel/audit.ts';
import { workEach } from '#functions/kernel/bulk.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { invalidInput } from '#functions/kernel/validation.ts';
import { leadFields } from '#shared/model/lead.ts';
import { type Chosen, workChosen } from './chosen.ts';
import { changeOne, type LeadChanges } from './jobs.ts';
import { createLead, removeLead, restoreLead } from './write.ts';

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
  const failed = ([index, item]: [number, T], error: string) =>
    ({ index, id: idOf(item), status: 'failed', error }) as const;
  const results: BulkResult['results'] = await workEach(
    [...items.entries()],
    atOnce,
    async (one) => {
      if (performance.now() > end) return failed(one, outOfTime);
      const [index, item] = one;
      try {
        return { index, error: null, ...(await work(item)) };
      } catch (error) {
        if (error instanceof AppError) throw error;
        // What was done with the others must be told, whatever befell this one.
        log.error('An item of many failed.', { error: error as Error });
        return failed(one, ourFault);
      }
    },
    (one, { message }) => failed(one, message),
  );
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

/** Works each lead by its id. */
export const eachLead = (
  ids: readonly string[],
  status: Status,
  work: (leadId: string) => Promise<unknown>,
): Promise<BulkResult> =>
  each(
    ids,
    async (id) => {
      await work(id);
      return { id, status };
    },
    (id) => id,
  );

/** Adds leads, each checked and added on its own. */
export const createLeads = (inputs: readonly unknown[]): Promise<BulkResult> =>
  each(inputs, async (input) => {
    const parsed = leadFields.safeParse(input);
    if (!parsed.success) throw invalidInput(parsed.error.issues);
    const { lead, outcome } = await createLead(parsed.data);
    return { id: lead.id, status: outcome };
  });

/** Makes the same changes to chosen leads. @throws 400, 409 'count_changed' */
export const changeLeads = (chosen: Chosen, change: LeadChanges) =>
  workChosen(chosen, {
    atOnce: (ids) => eachLead(ids, 'updated', (id) => changeOne(id, change)),
    job: { kind: 'leads.change', title: 'Change leads', input: change },
  });

/** Deletes chosen leads one by one, with one entry in the audit log for all of them. @throws 400, 409 'count_changed' */
export const removeLeads = (chosen: Chosen, force: boolean) =>
  workChosen(chosen, {
    async atOnce(ids) {
      const result = await eachLead(ids, 'deleted', (id) => removeLead(id, force));
      const leads = result.summary.successful;
      if (leads > 0) await recordAudit('lead.deleted', null, { leads, forGood: force });
      return result;
    },
    job: { kind: 'leads.delete', title: 'Delete leads', input: { force } },
    alongside: () => [
      auditEntry('lead.deleted', null, { leads: chosen.ids?.length ?? null, forGood: force }),
    ],
  });

/** Has deleted leads back; one whose phone another lead has by now stays deleted, with that sentence. */
export const restoreLeads = (ids: readonly string[]): Promise<BulkResult> =>
  eachLead([...new Set(ids)], 'restored', restoreLead);
