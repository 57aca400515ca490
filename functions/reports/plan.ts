import { badRequest } from '#functions/kernel/errors.ts';
import type { CustomReport, NamedReport } from '#shared/model/report.ts';
import {
  type CustomSource,
  type Grouping,
  isTimeGrouping,
  type ReportName,
  reportCatalogue,
} from '#shared/model/report-catalogue.ts';
import type { MeasureName } from '#shared/model/report-measures.ts';
import {
  agentRows,
  agentTotals,
  callsByTime,
  dealsOf,
  leadsByTime,
  leadTotal,
  textsByTime,
  textTotals,
  withRest,
} from './counted.ts';
import { ownOnly } from './own.ts';
import { type Period, periodOf } from './period.ts';
import { adminsOnly } from './refusals.ts';
import { addTally, type Counting, type Tally } from './tally.ts';

/** What is asked for: one of the reports, or one's own. */
export type ReportRequest =
  | ({ kind: 'report' } & Pick<NamedReport, 'report' | 'from' | 'to' | 'groupBy'>)
  | ({ kind: 'custom' } & CustomReport);

/** How a report comes about: which records are read, how they are counted, and what counters add to it. */
export interface Plan {
  request: ReportRequest;
  period: Period;
  /** The records that are read; null where counters know all of it. */
  source: CustomSource | null;
  counting: Counting;
  measures: readonly MeasureName[];
  /** Makes the report's tally of what was read. */
  finish: (read: Tally) => Promise<Tally>;
}

const asRead = async (read: Tally) => read;

/** @throws 400, 403 */
export async function planOf(request: ReportRequest): Promise<Plan> {
  return request.kind === 'custom' ? customPlan(request) : namedPlan(request);
}

/** @throws 403 for an agent where nothing in it is one agent’s */
export function assertAllowed(report: ReportName | CustomSource): void {
  if (ownOnly() && reportCatalogue[report].adminOnly) throw adminsOnly();
}

async function customPlan(request: Extract<ReportRequest, { kind: 'custom' }>): Promise<Plan> {
  const { source, groupBy, filter, fields } = request;
  assertAllowed(source);
  const period = await periodOf(request, groupBy.includes('day'));
  const { timeZone } = period;
  return {
    request,
    period,
    source,
    counting: { groupBy, filter, timeZone },
    measures: fields,
    finish: asRead,
  };
}

async function namedPlan(request: Extract<ReportRequest, { kind: 'report' }>): Promise<Plan> {
  const { report } = request;
  const definition = reportCatalogue[report];
  assertAllowed(report);
  const groupBy = request.groupBy ?? definition.groupBy;
  const measures = definition.measures[groupBy];
  if (!measures)
    throw badRequest(`The report “${definition.label}” cannot be grouped by ${groupBy}.`, {
      field: 'groupBy',
    });
  const period = await periodOf(request, groupBy === 'day');
  const dimension = report === 'dids' && groupBy === 'source' ? 'number' : groupBy;
  const counting = {
    groupBy: [dimension],
    filter: [],
    timeZone: period.timeZone,
    ofAgents: report === 'agents',
  };
  return {
    request: { ...request, groupBy },
    period,
    counting,
    measures,
    ...sourceAndFinish(report, groupBy, period),
  };
}

type Making = Pick<Plan, 'source' | 'finish'>;

function sourceAndFinish(report: ReportName, groupBy: Grouping, period: Period): Making {
  switch (report) {
    case 'calls':
    case 'dids':
      if (isTimeGrouping(groupBy)) return { source: null, finish: () => callsByTime(period, groupBy) };
      if (groupBy === 'agent') return { source: null, finish: () => agentRows(period, 'calls') };
      return { source: 'calls', finish: asRead };
    case 'agents':
      if (isTimeGrouping(groupBy)) return { source: null, finish: () => agentTotals(period, groupBy) };
      return { source: null, finish: () => agentRows(period, 'agents') };
    case 'leads':
      return leadsMaking(groupBy, period);
    case 'sms':
      if (isTimeGrouping(groupBy) && !ownOnly())
        return { source: null, finish: () => textsByTime(period, groupBy) };
      return {
        source: 'sms',
        finish: async (read) => (ownOnly() ? read : withRest(read, await textTotals(period))),
      };
    case 'journeys':
    case 'webhooks':
      return { source: report, finish: asRead };
  }
}

function leadsMaking(groupBy: Grouping, period: Period): Making {
  const me = ownOnly();
  if (isTimeGrouping(groupBy) && !me) return { source: null, finish: () => leadsByTime(period, groupBy) };
  return {
    source: 'leads',
    async finish(read) {
      const known = me ? read : withRest(read, { leadsCreated: await leadTotal(period) });
      return groupBy === 'source' ? known : addTally(known, await dealsOf(period, groupBy));
    },
  };
}
