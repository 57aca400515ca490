import type { Report } from '#shared/model/report.ts';
import { reportLimits } from '#shared/model/report.ts';
import { reading } from './options.ts';
import { type Plan, planOf, type ReportRequest } from './plan.ts';
import { present } from './present.ts';
import { tooManyRecords } from './refusals.ts';
import { readers, recordNouns } from './sources.ts';
import { countFact, newTally, type Tally } from './tally.ts';

/** Counts what is read while somebody waits. @throws 422 'too_many_records' */
async function readAll({ source, period, counting }: Plan): Promise<Tally> {
  const tally = newTally();
  if (!source) return tally;
  let cursor: string | null = null;
  let read = 0;
  do {
    const page: Awaited<ReturnType<(typeof readers)[typeof source]>> = await readers[source](
      period,
      cursor,
      reading.atOnce,
    );
    for (const fact of page.facts) countFact(tally, fact, counting);
    read += page.read;
    cursor = page.cursor;
    if (read > reportLimits.rowsAtOnce || (cursor && read === reportLimits.rowsAtOnce))
      throw tooManyRecords(recordNouns[source]);
  } while (cursor);
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
