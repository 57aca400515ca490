import type { Report } from '#shared/model/report.ts';
import { reportLimits } from '#shared/model/report.ts';
import { type Plan, planOf, type ReportRequest } from './plan.ts';
import { present } from './present.ts';
import { countRecords } from './read.ts';
import { tooManyRecords } from './refusals.ts';
import { recordNouns } from './sources.ts';
import { newTally, type Tally } from './tally.ts';

/** Counts what is read while somebody waits. @throws 422 'too_many_records' */
export async function readAll(plan: Pick<Plan, 'source' | 'period' | 'counting'>): Promise<Tally> {
  const tally = newTally();
  const { source } = plan;
  await countRecords(plan, tally, {
    from: null,
    goesOn: ({ read, cursor }) => {
      if (source && (read > reportLimits.rowsAtOnce || (cursor && read === reportLimits.rowsAtOnce)))
        throw tooManyRecords(recordNouns[source]);
      return true;
    },
  });
  return tally;
}

/**
 * Makes a report while somebody waits, as the actor may see it.
 * @throws 400; 403; 422 'too_many_records' or 'too_many_groups' rather than leave anything out
 */
export async function makeReport(request: ReportRequest): Promise<Report> {
  const plan = await planOf(request);
  return present(plan, await plan.finish(await readAll(plan)));
}
