import { holds } from '#functions/kernel/access.ts';
import { clock } from '#functions/kernel/clock.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { permissionRequired } from '#shared/model/permissions.ts';
import type { Report } from '#shared/model/report.ts';
import type { ReportRun } from '#shared/model/report-template.ts';
import { daysOfPeriod, type TemplatePeriod } from '#shared/model/template-period.ts';
import { reportOf } from './make.ts';
import { beginAgain, beginNow, tenantDay } from './runs.ts';
import { startFileNow } from './start-file.ts';
import type { RunRecord } from './store.ts';
import { ownTemplate, templateOr404 } from './templates.ts';
import { shownRun } from './view.ts';

interface Asked {
  period?: TemplatePeriod | undefined;
  send: boolean;
  run?: string | undefined;
}

/** @throws 403, 404; 409 'no_schedule', 'run_working', 'run_sent' */
async function begin(templateId: string, run: string | undefined): Promise<RunRecord> {
  if (!holds('reports.schedule'))
    throw forbidden(permissionRequired('reports.schedule'), 'permission_denied');
  const template = await ownTemplate(templateId);
  return startFileNow(await (run === undefined ? beginNow(template) : beginAgain(templateId, run)));
}

/**
 * The report of a template as the actor may see it; or, where it is to go out by mail, the run that is begun.
 * @throws 400, 403, 404; 409 as `begin`; 422 'too_many_records'
 */
export async function executeTemplate(
  templateId: string,
  { period, send, run }: Asked,
): Promise<(Report & { run: null }) | { run: ReportRun }> {
  if (send || run !== undefined) return { run: shownRun(await begin(templateId, run)) };
  const template = await templateOr404(templateId);
  const days = daysOfPeriod(period ?? template.parameters.period, await tenantDay(clock.now()));
  return { ...(await reportOf(template, days)), run: null };
}
