import { type AppError, badRequest, conflict } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { startJob } from '#functions/kernel/paged-job.ts';
import type { Job } from '#shared/model/job.ts';
import { leadLimits } from '#shared/model/lead.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import type { BulkResult } from './bulk.ts';
import { countLeads } from './count-leads.ts';
import { assertStorableFilter } from './query/validate.ts';

/** Which leads a call of many is about: those named, or all that pass a filter. */
export interface Chosen {
  ids?: readonly string[] | undefined;
  filter?: LeadFilter | undefined;
  /** How many leads the caller was shown for the filter. */
  expected?: number | undefined;
}

/** What a job over chosen leads finds them by. */
export interface StoredChoice extends Chosen {
  /** An id of the moment when it was asked for: leads with later ones came in since, and are not meant. */
  until: string;
}

/** A call waits for so long to count what a filter finds; longer ones are counted by their job, ms. */
const countMs = 3_000;

const leadsText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`;

/** A filter finds more leads than the caller knows of. */
export const countChanged = (found: number, expected: number): AppError =>
  conflict(
    `${leadsText(found)} match now, and you were shown ${expected.toLocaleString('en-US')}. Nothing was done. Please look at them again.`,
    { found, expected },
    'count_changed',
  );

/**
 * Checks a choice of leads.
 * @returns how many leads it is about; null where that is not known yet
 * @throws 400 where it names none, or both ids and a filter; 409 'count_changed' where a filter finds more than expected
 */
export async function assertChoice({ ids, filter, expected }: Chosen): Promise<number | null> {
  if ((ids === undefined) === (filter === undefined))
    throw badRequest('Please say which leads: by their ids, or by a filter.');
  if (!filter) return new Set(ids).size;
  assertStorableFilter(filter);
  if (expected === undefined) return null;
  const { count, isExact } = await countLeads(filter, countMs);
  if (count > expected) throw countChanged(count, expected);
  return isExact ? count : null;
}

const inBackground = (job: Job): BulkResult & { job: Job } => ({
  summary: { successful: 0, failed: 0, skipped: 0 },
  results: [],
  job,
});

/** A choice that means all leads where it names none. */
export const allIfNoneNamed = ({ ids, filter, expected }: Chosen): Chosen =>
  ids || filter ? { ids, filter, expected } : { filter: { all: [] }, expected };

interface ChosenWork {
  /** Works a few at once, with a result for each. */
  atOnce: (ids: readonly string[]) => Promise<BulkResult>;
  /** The job that works many, over `chosenLeadsPage`. */
  job: { kind: string; title: string; input: object };
  /** Writes that belong to the job. */
  alongside?: () => object[];
}

/** Works chosen leads: a few at once, many by a job that the answer names. @throws as `assertChoice` */
export async function workChosen(
  chosen: Chosen,
  { atOnce, job, alongside = () => [] }: ChosenWork,
): Promise<BulkResult & { job?: Job }> {
  await assertChoice(chosen);
  const ids = chosen.ids && [...new Set(chosen.ids)];
  if (ids && ids.length <= leadLimits.bulkAtOnce) return atOnce(ids);
  const choice: StoredChoice = { ...chosen, ids, until: newId('led') };
  const input = { ...job.input, choice };
  return inBackground(await startJob({ ...job, input, total: ids?.length ?? null }, ...alongside()));
}
