import { holds } from '#functions/kernel/access.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { AppError, forbidden } from '#functions/kernel/errors.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { permissionRequired } from '#shared/model/permissions.ts';
import { nextRun, planWords, type ScheduleFields } from '#shared/model/report-schedule.ts';
import type { ReportTemplate } from '#shared/model/report-template.ts';
import { outsiderRefusal, outsiders } from './outsiders.ts';
import { newRun, plannedSlot, slotsTaken } from './runs.ts';
import {
  findSchedule,
  findTemplate,
  runInsertion,
  type ScheduleRecord,
  scheduleChanged,
  scheduleRemoval,
  scheduleWrite,
} from './store.ts';
import { ownTemplate } from './templates.ts';
import { shownOne } from './view.ts';

/** Runs that are made up for by themselves come at most so late; a later one is told of as missed. ms */
const latestMs = 12 * 3600_000;
/** Missed runs that are told of at once: the newest. */
const mostMissed = 31;

/**
 * Plans the runs of a template, in place of what was planned. Its figures are those that whoever plans it may see.
 * @throws 403 for a recipient outside the workspace unless an admin plans it, and for somebody else's template; 404
 */
export async function planTemplate(templateId: string, fields: ScheduleFields): Promise<ReportTemplate> {
  const { userId, role } = currentUser();
  // What goes out by mail is an export.
  if (!holds('reports.export')) throw forbidden(permissionRequired('reports.export'), 'permission_denied');
  const template = await ownTemplate(templateId);
  const outside = await outsiders(fields.recipients);
  if (role !== 'admin' && outside.length > 0) throw forbidden(outsiderRefusal(outside), 'recipient_outside');
  await retryOnConflict(
    async () => {
      const before = await findSchedule(templateId);
      const version = before?.version ?? 0;
      const now = clock.now();
      await commit(
        scheduleWrite(version, {
          ...fields,
          templateId,
          setBy: userId,
          nextRunAt: fields.isActive ? new Date(nextRun(fields, now)).toISOString() : null,
          version: version + 1,
          updatedAt: clock.iso(),
        }),
        auditEntry(
          'report.scheduled',
          { kind: 'reportTemplate', id: templateId, name: template.name },
          {
            when: fields.isActive ? planWords(fields) : '',
            recipients: fields.recipients.length,
            outside,
          },
        ),
      );
    },
    { isOvertaken: (error) => error === scheduleChanged },
  );
  return shownOne(template);
}

/** The planned instants from the one that is due until now, of which the newest alone may still be made. */
function dueInstants(schedule: ScheduleRecord, now: number): number[] {
  const instants: number[] = [];
  for (let at = Date.parse(schedule.nextRunAt!); at <= now; at = nextRun(schedule, at)) {
    instants.push(at);
    if (instants.length > mostMissed) instants.shift();
  }
  return instants;
}

/**
 * Begins the run that is due, and puts down those that were missed: in one transaction with the time of the next, so that
 * each is there once.
 */
async function beginDue(templateId: string): Promise<number | undefined> {
  const schedule = await findSchedule(templateId);
  if (!schedule?.nextRunAt) return undefined;
  const now = clock.now();
  if (Date.parse(schedule.nextRunAt) > now) return Date.parse(schedule.nextRunAt);
  const template = await findTemplate(templateId);
  if (!template) {
    await commit(scheduleRemoval(templateId));
    return undefined;
  }
  const instants = dueInstants(schedule, now);
  const taken = await slotsTaken(templateId, instants);
  const runs = await Promise.all(
    instants
      .filter((at) => !taken.has(plannedSlot(at)))
      .map(async (at) => {
        const isNewest = at === instants.at(-1);
        const isMissed = !isNewest || now - at > latestMs;
        const run = await newRun(template, schedule, { at, byHand: false, isMissed });
        // One mail tells of all that were missed.
        return { ...run, tellOwner: isMissed && isNewest };
      }),
  );
  const next = nextRun(schedule, now);
  await commit(
    ...runs.map(runInsertion),
    scheduleWrite(schedule.version, {
      ...schedule,
      nextRunAt: new Date(next).toISOString(),
      version: schedule.version + 1,
    }),
  );
  return next;
}

/** The sweeper's part at the time of a run. */
export const reportScheduleWork: DueWork = {
  look: (templateId) =>
    retryOnConflict(() => beginDue(templateId), {
      isOvertaken: (error) => wasOvertaken(error) || (error instanceof AppError && error === scheduleChanged),
    }),
  earlier: async () => [],
};
