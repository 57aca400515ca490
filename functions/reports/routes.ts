import { routesOf } from '#functions/kernel/http.ts';
import { reports } from '#shared/api/reports.ts';
import type { CustomReport, NamedReport } from '#shared/model/report.ts';
import { dailyReport } from './daily.ts';
import { exportOf, startExport } from './export.ts';
import { makeReport } from './make.ts';
import type { ReportRequest } from './plan.ts';
import { reportRowsOf } from './rows.ts';

const r = routesOf(reports);

const named =
  (report: NamedReport['report']) =>
  ({ input }: { input: Omit<NamedReport, 'report'> }) =>
    makeReport({ kind: 'report', report, ...input });

/** A contract refuses what names both, or neither. */
const requestOf = ({
  report,
  custom,
}: {
  report?: NamedReport | undefined;
  custom?: CustomReport | undefined;
}): ReportRequest => (report ? { kind: 'report', ...report } : { kind: 'custom', ...custom! });

export const routes = r.router({
  calls: r.calls.handler(named('calls')),
  agents: r.agents.handler(named('agents')),
  leads: r.leads.handler(named('leads')),
  journeys: r.journeys.handler(named('journeys')),
  sms: r.sms.handler(named('sms')),
  dids: r.dids.handler(named('dids')),
  webhooks: r.webhooks.handler(named('webhooks')),
  custom: r.custom.handler(({ input }) => makeReport({ kind: 'custom', ...input })),
  rows: r.rows.handler(({ input: { measure, groups, limit, cursor, ...named } }) =>
    reportRowsOf(requestOf(named), { measure, groups }, { limit, cursor }),
  ),
  export: r.export.handler(({ input: { format, columns, rows, ...named } }) =>
    startExport(requestOf(named), format, { columns, rows }),
  ),
  getExport: r.getExport.handler(({ input }) => exportOf(input.id)),
  daily: r.daily.handler(({ input }) => dailyReport(input.date)),
});
