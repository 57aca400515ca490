import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { tenantById } from '#functions/tenants/api.ts';
import type { PlanStats } from '#shared/model/dialplan/stats.ts';
import { dateAfter, localTime } from '#shared/model/zone-time.ts';
import { getPlan } from './plans.ts';
import { countsOf, type PlanCount } from './stats-store.ts';

/** Days that are counted at once, at most, and by default. */
const mostDays = 366;
const daysShown = 30;

const sum = (counts: readonly PlanCount[], field: 'visits' | 'callers' | 'ms'): number =>
  counts.reduce((all, one) => all + one[field], 0);

const average = (ms: number, of: number): number | null => (of === 0 ? null : Math.round(ms / of / 100) / 10);

async function rangeOf(given: { startDate?: string | undefined; endDate?: string | undefined }) {
  const { timeZone } = await tenantById(tenantOf());
  const endDate = given.endDate ?? localTime(timeZone, clock.now()).date;
  const startDate = given.startDate ?? dateAfter(endDate, 1 - daysShown);
  if (startDate > endDate) throw badRequest('The end is before the start.', { field: 'endDate' });
  if (dateAfter(startDate, mostDays) <= endDate)
    throw badRequest(`At most ${mostDays} days at once.`, { field: 'startDate' });
  return { startDate, endDate };
}

/** What became of a plan's callers in a range of days. @throws 400, 404 */
export async function statsOfPlan(
  planId: string,
  given: { startDate?: string | undefined; endDate?: string | undefined },
): Promise<PlanStats> {
  const [{ config, goalNodeId }, range] = await Promise.all([getPlan(planId), rangeOf(given)]);
  const counts = await countsOf(planId, range.startDate, range.endDate);
  const byNode = Map.groupBy(counts, ({ nodeId }) => nodeId);
  const startId = config.nodes.find(({ type }) => type === 'start')!.id;
  const calls = sum(byNode.get(startId) ?? [], 'callers');
  const reached = goalNodeId === null ? 0 : sum(byNode.get(goalNodeId) ?? [], 'callers');
  const ways = Map.groupBy(
    counts.filter(({ way }) => way !== ''),
    ({ nodeId, way }) => `${nodeId} ${way}`,
  );
  return {
    ...range,
    calls,
    averageSeconds: average(sum(counts, 'ms'), calls),
    success:
      goalNodeId === null
        ? null
        : { nodeId: goalNodeId, callers: reached, rate: calls === 0 ? null : reached / calls },
    nodes: [...byNode].map(([nodeId, own]) => ({
      nodeId,
      callers: sum(own, 'callers'),
      visits: sum(own, 'visits'),
      ended: sum(
        own.filter(({ way }) => way === ''),
        'visits',
      ),
      averageSeconds: average(sum(own, 'ms'), sum(own, 'visits')),
    })),
    edges: [...ways.values()].map((own) => ({
      nodeId: own[0]!.nodeId,
      way: own[0]!.way,
      visits: sum(own, 'visits'),
    })),
  };
}
