import { type Grouping, isTimeGrouping, type ReportName } from '#shared/model/report-catalogue.ts';
import type { Happening, Recounted } from './report-recount.ts';
import { type Asked, type Summed, sumUp } from './report-sums.ts';

/* What each report by its name makes of a recount. */

const restKey = '\u0000rest';

/** What the row of what has gone since has: leads that were there and are not. */
function withGone(
  summed: Summed,
  live: readonly Happening[],
  ever: readonly Happening[],
  asked: Asked,
): Summed {
  const sum = (of: readonly Happening[]) =>
    sumUp(of, { ...asked, groupBy: ['month'] }).totals.leadsCreated ?? 0;
  const leadsCreated = sum(ever) - sum(live);
  if (leadsCreated > 0) summed.rows.set(restKey, { leadsCreated });
  summed.totals.leadsCreated = sum(ever);
  return summed;
}

/** What a report by its name has to say. */
export function expectedOf(all: Recounted, report: ReportName, asked: Asked): Summed {
  const by = asked.groupBy[0] as Grouping;
  if (report === 'agents') return sumUp([...all.calls, ...all.deals], { ...asked, ofAgents: true });
  if (report === 'dids') return sumUp(all.calls, { ...asked, groupBy: [by === 'source' ? 'number' : by] });
  if (report === 'leads') {
    if (isTimeGrouping(by)) return sumUp([...all.leadsEver, ...all.deals], asked);
    const read = by === 'source' ? all.leads : [...all.leads, ...all.deals];
    return withGone(sumUp(read, asked), all.leads, all.leadsEver, asked);
  }
  const summed = sumUp(all[report], asked);
  // Calls that nobody had are in the totals, and in no agent's row.
  if (report === 'calls' && by === 'agent') summed.rows.delete('');
  return summed;
}
