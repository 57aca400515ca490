import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { scheduleFields, scheduleLimits } from '#shared/model/report-schedule.ts';
import {
  deliveryStates,
  reportTemplate,
  runStatuses,
  templateFields,
} from '#shared/model/report-template.ts';

const Templates = entity('reportTemplate', {
  fields: reportTemplate
    .omit({ id: true, ownerName: true, isMine: true, isStarred: true, mayEdit: true, schedule: true })
    .extend({ templateId: z.string() }),
  key: { partition: [], sort: ['templateId'] },
});
export type TemplateRecord = Stored<typeof Templates>;

export const changedSince = changedSinceOpened('template');

export const everyTemplate = (): Promise<TemplateRecord[]> => Templates.all('key');
export const findTemplate = (templateId: string): Promise<TemplateRecord | undefined> =>
  Templates.find({ templateId });
export const templateInsertion = (template: TemplateRecord): object => Templates.insert(template);
/** @throws `changedSince` in `commit` */
export const templateWrite = (before: TemplateRecord, after: TemplateRecord): object =>
  Templates.put(after, ifVersion(before.version, changedSince));
export const templateRemoval = ({ templateId, version }: TemplateRecord): object =>
  Templates.remove({ templateId }, ifVersion(version, changedSince));

/** Templates that a user has put a star on. One of a template that is gone means nothing. */
const Stars = entity('reportStar', {
  fields: z.object({ userId: z.string(), templateId: z.string() }),
  key: { partition: ['userId'], sort: ['templateId'] },
});
export const starWrite = (userId: string, templateId: string): object => Stars.put({ userId, templateId });
export const starRemoval = (userId: string, templateId: string): object =>
  Stars.remove({ userId, templateId });
export const starsOf = async (userId: string): Promise<Set<string>> =>
  new Set((await Stars.all('key', { userId })).map(({ templateId }) => templateId));

/** When a template's report is made by itself: an item beside it, which the sweeper writes as well. */
const Schedules = entity('reportSchedule', {
  fields: z.object({
    ...scheduleFields.shape,
    recipients: z.array(z.string()),
    templateId: z.string(),
    setBy: z.string(),
    /** ISO 8601; null while it is stopped. */
    nextRunAt: z.string().nullable(),
    version: z.number(),
    updatedAt: z.string(),
  }),
  key: { partition: [], sort: ['templateId'] },
  due: true,
});
export type ScheduleRecord = Stored<typeof Schedules>;

export const scheduleChanged = changedSinceOpened('schedule');

export const everySchedule = (): Promise<ScheduleRecord[]> => Schedules.all('key');
export const findSchedule = (templateId: string): Promise<ScheduleRecord | undefined> =>
  Schedules.find({ templateId });
/** The write of a schedule, which is looked at when its next run is due. @throws `scheduleChanged` in `commit` */
export const scheduleWrite = (version: number, after: ScheduleRecord): object =>
  Schedules.put(
    {
      ...after,
      ...(after.nextRunAt === null ? {} : dueAt('reportSchedule', after.templateId, after.nextRunAt)),
    },
    ifVersion(version, scheduleChanged),
  );
export const scheduleRemoval = (templateId: string): object => Schedules.remove({ templateId });

const delivery = z.object({
  address: z.string(),
  state: z.enum(deliveryStates),
  reason: z.string(),
  /** When it was begun to be handed over, ms since 1970; 0 before. */
  claimedAt: z.number(),
});
export type Delivery = z.output<typeof delivery>;

/**
 * One run: what is made and for whom, as it was when it became due. Its place is its time, so that a run is there once
 * however often its time is looked at.
 */
const Runs = entity('reportRun', {
  fields: z.object({
    templateId: z.string(),
    /** Its planned minute, or the instant at which it was asked for by hand: 20261127T1300. */
    slot: z.string(),
    dueAt: z.string(),
    byHand: z.boolean(),
    status: z.enum(runStatuses),
    reason: z.string(),
    /** Whoever set the schedule is to be told of the reason. */
    tellOwner: z.boolean(),
    template: templateFields.omit({ shared: true }),
    from: z.string(),
    to: z.string(),
    format: scheduleFields.shape.format,
    setBy: z.string(),
    recipients: z.array(delivery),
    /** Tries that failed in a row. */
    attempts: z.number(),
    /** The job that makes the file; null before. */
    exportId: z.string().nullable(),
    /** When that was begun, ms since 1970; 0 before. */
    begunAt: z.number(),
    endedAt: z.string().nullable(),
    version: z.number(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['templateId'], sort: ['slot'] },
  due: true,
});
export type RunRecord = Stored<typeof Runs>;

export const runIdOf = ({ templateId, slot }: Pick<RunRecord, 'templateId' | 'slot'>): string =>
  `${templateId}_${slot}`;
const runKey = (runId: string) => {
  const at = runId.lastIndexOf('_');
  return { templateId: runId.slice(0, at), slot: runId.slice(at + 1) };
};

/** How long runs are told of, in seconds. */
const runSeconds = scheduleLimits.runDays * 24 * 3600;
export const runExpiry = (): number => clock.seconds() + runSeconds;

export const findRun = (runId: string): Promise<RunRecord | undefined> => Runs.find(runKey(runId));

/** The newest runs of a template, newest first. */
export async function newestRuns(templateId: string): Promise<RunRecord[]> {
  const { data } = await Runs.query('key', { templateId }).go({
    limit: scheduleLimits.runs,
    order: 'desc',
    consistent: true,
  });
  return data;
}

const isOpen = ({ status, tellOwner }: RunRecord): boolean => status === 'working' || tellOwner;
const withPlace = (run: RunRecord, lookAt = clock.now()) => ({
  ...run,
  ...(isOpen(run) ? dueAt('reportRun', runIdOf(run), lookAt) : {}),
});

/** The write of a new run; refused when there is one of this time. */
export const runInsertion = (run: RunRecord): object => Runs.insert(withPlace(run));

/**
 * The write of a changed run; of two workers the slower is refused.
 * @param lookAt when it is looked at again while there is something left to do; ms since 1970
 */
export const runWrite = (before: RunRecord, after: RunRecord, lookAt?: number): object =>
  Runs.put(withPlace({ ...after, version: before.version + 1 }, lookAt), ifVersion(before.version));
