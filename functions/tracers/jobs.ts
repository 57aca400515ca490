import { AppError, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { findJob, jobOf, startJob } from '#functions/kernel/paged-job.ts';
import type { JobDefinitions, PageAsked, PageDone } from '#functions/kernel/paged-job-work.ts';
import { chosenLeadsPage, usableIds } from '#functions/leads/api.ts';
import type { Purpose } from '#shared/model/tracer.ts';
import { assertAccess } from './access.ts';
import { accountOf } from './account.ts';
import { enrichLead } from './enrich.ts';
import { readSettings } from './store.ts';

const kind = 'tracers.enrich';

interface Input {
  purpose: Purpose;
  apply: boolean;
}

/**
 * Begins to enrich many leads. Each is looked up once: one whose answer is lost is told as failed, and not sent again,
 * also where a page of the job comes twice.
 * @throws 403 'no_access', 404 where none of them is there, 409 'provider_not_connected'
 */
export async function startEnrichment({ leadIds, ...input }: Input & { leadIds: readonly string[] }) {
  await assertAccess();
  const ids = [...new Set(leadIds)];
  if ((await usableIds(ids)).length === 0) throw notFound('The lead');
  await accountOf(await readSettings());
  const job = await startJob({
    kind,
    title: 'Enrich leads',
    input: { ...input, choice: { ids, until: newId('led') } },
    total: ids.length,
    link: '/tracers/history',
  });
  return { enrichmentId: job.id };
}

/** What a job would try again is the product's fault; a search that came to nothing is not. */
function asRefusal(error: unknown): never {
  if (error instanceof AppError && error.status >= 500)
    throw conflict(error.message, error.details, error.code);
  throw error;
}

async function enrichPage(asked: PageAsked): Promise<PageDone> {
  let found = 0;
  const done = await chosenLeadsPage<Input>(asked, async (leadId, { purpose, apply }) => {
    const { matches } = await enrichLead(leadId, { purpose, apply, enrichmentId: asked.jobId }).catch(
      asRefusal,
    );
    if (matches > 0) found++;
  });
  return { ...done, changed: found };
}

export const tracerJobs: JobDefinitions = { [kind]: { page: enrichPage } };

/** How far an enrichment is; agents ask for their own. @throws 404 */
export async function enrichmentStatus(enrichmentId: string) {
  const job = await findJob(enrichmentId);
  if (job?.kind !== kind) throw notFound('The enrichment');
  const { status, total, seen, changed, failed, problems, error } = await jobOf(enrichmentId);
  return { enrichmentId, status, total, processed: seen, found: changed, failed, problems, error };
}
