import { actor, seesWorkOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { everyUser } from '#functions/users/api.ts';
import { nextRuns } from '#shared/model/report-schedule.ts';
import type { ReportRun, ReportSchedule, ReportTemplate } from '#shared/model/report-template.ts';
import {
  everySchedule,
  findSchedule,
  newestRuns,
  type RunRecord,
  runIdOf,
  type ScheduleRecord,
  starsOf,
  type TemplateRecord,
} from './store.ts';

export const shownRun = (run: RunRecord): ReportRun => ({
  id: runIdOf(run),
  dueAt: run.dueAt,
  byHand: run.byHand,
  status: run.status,
  reason: run.reason,
  from: run.from,
  to: run.to,
  recipients: run.recipients.map(({ address, state, reason }) => ({ address, state, reason })),
  endedAt: run.endedAt,
});

type NameOf = (userId: string) => string;

async function namesOfUsers(): Promise<NameOf> {
  const names = new Map(
    (await everyUser()).map(({ userId, firstLast, username }) => [userId, firstLast || username]),
  );
  return (userId) => names.get(userId) ?? '';
}

function shownSchedule(schedule: ScheduleRecord, runs: readonly RunRecord[], nameOf: NameOf): ReportSchedule {
  const { cadence, weekday, day, time, zone, recipients, format, isActive, setBy, nextRunAt } = schedule;
  return {
    ...{ cadence, weekday, day, time, zone, recipients, format, isActive, setBy, nextRunAt },
    setByName: nameOf(setBy),
    nextRuns:
      nextRunAt === null ? [] : nextRuns(schedule, clock.now()).map((at) => new Date(at).toISOString()),
    runs: runs.map(shownRun),
  };
}

/** Whom and when a template is mailed is for those who may change it. */
const mayEdit = ({ ownerId }: TemplateRecord): boolean => seesWorkOf({ userId: ownerId });

/** The templates that have the actor's star; none where no person asks. */
export async function ownStars(): Promise<Set<string>> {
  const who = actor();
  return who.kind === 'user' ? starsOf(who.userId) : new Set();
}

async function shown(
  template: TemplateRecord,
  schedule: ScheduleRecord | undefined,
  nameOf: NameOf,
  stars: ReadonlySet<string>,
) {
  const { templateId, ...fields } = template;
  const who = actor();
  const edits = mayEdit(template);
  return {
    ...fields,
    id: templateId,
    ownerName: nameOf(template.ownerId),
    isStarred: stars.has(templateId),
    isMine: who.kind === 'user' && who.userId === template.ownerId,
    mayEdit: edits,
    schedule: schedule && edits ? shownSchedule(schedule, await newestRuns(templateId), nameOf) : null,
  };
}

export async function shownTemplates(
  templates: readonly TemplateRecord[],
  stars: ReadonlySet<string>,
): Promise<ReportTemplate[]> {
  const [nameOf, every] = await Promise.all([namesOfUsers(), everySchedule()]);
  const schedules = new Map(every.map((schedule) => [schedule.templateId, schedule]));
  return Promise.all(templates.map((one) => shown(one, schedules.get(one.templateId), nameOf, stars)));
}

export const shownOne = async (template: TemplateRecord): Promise<ReportTemplate> =>
  shown(template, await findSchedule(template.templateId), await namesOfUsers(), await ownStars());
