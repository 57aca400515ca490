import { agentsOf, countersOf, sumOf, tenantNow, totalsOf } from '#functions/dashboard/api.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { statisticsDays } from '#shared/api/calls.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { activeCalls, askingAgent, countActive } from './read.ts';

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** The days that are meant, by the tenant's calendar. @throws 400 */
async function daysOf({ from, to }: Period) {
  const first = from ?? to ?? (await tenantNow()).date;
  const last = to ?? first;
  if (last < first) throw badRequest('The last day lies before the first.', { field: 'to' });
  if (dateAfter(first, statisticsDays) <= last)
    throw badRequest(`At most ${statisticsDays} days at once.`, { field: 'to' });
  return { from: first, to: last };
}

/** Calls of some days: a tenant's, or, for an agent, their own parts. */
export async function callStats(period: Period) {
  const { from, to } = await daysOf(period);
  const days = await countersOf(from, to);
  const me = askingAgent();
  const agents = (await agentsOf(days.values())).filter(({ agentId }) => !me || agentId === me);
  const all = [...days.values()].map((counts) => sumOf(counts));
  const sum = (name: 'calls' | 'callsAnswered' | 'inbound' | 'outbound' | 'talkSeconds') =>
    (me ? agents : all).reduce((total, one) => total + one[name], 0);
  const [total, answered, talkSeconds] = [sum('calls'), sum('callsAnswered'), sum('talkSeconds')];
  return {
    from,
    to,
    total,
    answered,
    missed: total - answered,
    inbound: sum('inbound'),
    outbound: sum('outbound'),
    talkSeconds,
    averageTalkSeconds: answered === 0 ? 0 : Math.round(talkSeconds / answered),
    active: me ? (await activeCalls()).length : await countActive(),
    agents: agents
      .map((one) => ({
        agentId: one.agentId,
        name: one.name,
        calls: one.calls,
        answered: one.callsAnswered,
        talkSeconds: one.talkSeconds,
      }))
      .sort((a, b) => b.calls - a.calls || a.name.localeCompare(b.name)),
  };
}

/** How calls of some days ended, and how many there were each day. */
export async function callStatistics(period: Period) {
  const { from, to } = await daysOf(period);
  const days = await countersOf(from, to);
  const dates: string[] = [];
  for (let date = from; date <= to; date = dateAfter(date, 1)) dates.push(date);
  return {
    from,
    to,
    byStatus: totalsOf(days.values(), 's'),
    byDirection: totalsOf(days.values(), 'd'),
    byDisposition: totalsOf(days.values(), 'p'),
    days: dates.map((date) => ({ date, ...sumOf(days.get(date)) })),
  };
}
