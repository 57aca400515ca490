import { queryLeads, readLeadCounts } from '#functions/leads/api.ts';
import { mainLine } from '#shared/model/journey/graph.ts';
import type { TriggerCriteria } from '#shared/model/journey/journey.ts';
import { nameOf } from '#shared/model/journey/steps/index.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { filterOf, filtersOf } from './criteria.ts';
import { journeyOr404 } from './manage.ts';
import { countsOf } from './store/counts.ts';
import { findVersion } from './store/journeys.ts';
import { totalsOf } from './view.ts';

/** Counters that begin with a name, by what follows it. */
function below(counts: ReadonlyMap<string, number>, name: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [key, count] of counts)
    if (key.startsWith(name) && count > 0) found[key.slice(name.length)] = count;
  return found;
}

/** Steps as they are live, or as they are drafted where nothing is live yet. */
async function graphOf(journeyId: string) {
  const { draft, liveVersion } = await journeyOr404(journeyId);
  const live = liveVersion ? await findVersion(journeyId, liveVersion) : undefined;
  return live ?? draft;
}

export async function statistics(journeyId: string) {
  const [{ steps }, counts] = await Promise.all([graphOf(journeyId), countsOf(journeyId)]);
  const totals = totalsOf(counts);
  const ended = totals.completed + totals.exited;
  const { completed: _, ...exits } = below(counts, 'exit:');
  const entered = below(counts, 'day:entered:');
  const completed = below(counts, 'day:completed:');
  const exited = below(counts, 'day:exited:');
  const dates = [...new Set([entered, completed, exited].flatMap((days) => Object.keys(days)))].sort();
  return {
    counts: totals,
    exits,
    refused: below(counts, 'refused:'),
    completionRate: ended > 0 ? totals.completed / ended : 0,
    averageHours: ended > 0 ? (counts.get('hours:ended') ?? 0) / ended : null,
    steps: steps.map(({ id, name, type }) => ({
      stepId: id,
      name: nameOf({ name, type }),
      type,
      reached: (counts.get(`reached:${id}`) ?? 0) + Math.max(0, counts.get(`at:${id}`) ?? 0),
      now: Math.max(0, counts.get(`at:${id}`) ?? 0),
      outcomes: below(counts, `outcome:${id}/`),
      outputs: below(counts, `output:${id}/`),
    })),
    days: dates.slice(-90).map((date) => ({
      date,
      entered: entered[date] ?? 0,
      completed: completed[date] ?? 0,
      exited: exited[date] ?? 0,
    })),
  };
}

/** How many leads came to each step of the main line, of those that came in. */
export async function funnel(journeyId: string) {
  const [graph, counts] = await Promise.all([graphOf(journeyId), countsOf(journeyId)]);
  const { entered, completed } = totalsOf(counts);
  const rate = (leads: number) => (entered > 0 ? leads / entered : 0);
  const stage = (stepId: string | null, name: string, leads: number) => ({
    stepId,
    name,
    leads,
    rate: rate(leads),
  });
  return {
    stages: [
      stage(null, 'Entered', entered),
      ...mainLine(graph).map((step) =>
        stage(
          step.id,
          nameOf(step),
          (counts.get(`reached:${step.id}`) ?? 0) + Math.max(0, counts.get(`at:${step.id}`) ?? 0),
        ),
      ),
      stage(null, 'Completed', completed),
    ],
  };
}

/** Leads counted at once for an answer that somebody waits for. */
const counted = 2_000;

/** How many leads pass a filter: counted through its indexes, up to a bound. */
async function countLeads(filter: LeadFilter): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const { leads, nextCursor } = await queryLeads(
      filter,
      { field: 'createdAt', direction: 'desc' },
      { limit: 200, cursor },
    );
    count += leads.length;
    cursor = nextCursor ?? undefined;
  } while (cursor && count < counted);
  return count;
}

/** How many leads fit the criteria together, and each by itself: of single values by the counters of the leads. */
export async function matchingStats(criteria: TriggerCriteria) {
  const counts = await readLeadCounts();
  const totalLeads = counts.get('all:live') ?? 0;
  const sum = (kind: string, values: readonly string[]) =>
    values.reduce((total, value) => total + (counts.get(`${kind}:${value}`) ?? 0), 0);
  const filters = filtersOf(criteria);
  const given = Object.values(filters).filter((one) => one !== undefined);
  const breakdown = {
    leadStatus: filters.leadStatus ? sum('status', criteria.leadStatus) : totalLeads,
    leadTags: filters.leadTags ? await countLeads(filters.leadTags) : totalLeads,
    leadAgeDays: filters.leadAgeDays ? await countLeads(filters.leadAgeDays) : totalLeads,
    brands: filters.brands ? sum('brand', criteria.brands) : totalLeads,
    sources: filters.sources ? sum('source', criteria.sources) : totalLeads,
  };
  return {
    totalLeads,
    matchingLeads: given.length === 0 ? totalLeads : await countLeads(filterOf(criteria)),
    criteriaBreakdown: breakdown,
  };
}
