import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { daysOfPeriod } from '#shared/model/template-period.ts';
import { localTime } from '#shared/model/zone-time.ts';
import {
  type Delivery,
  findRun,
  findSchedule,
  type RunRecord,
  runExpiry,
  runInsertion,
  runWrite,
  type ScheduleRecord,
  type TemplateRecord,
} from './store.ts';

/** The date of an instant by the tenant's calendar. */
export async function tenantDay(at: number): Promise<string> {
  const { timeZone } = await tenantById(tenantOf());
  return localTime(timeZone, at).date;
}

const compact = (at: number, length: number) =>
  new Date(at)
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .slice(0, length);
/** Where a planned run lies: its minute. */
export const plannedSlot = (at: number): string => compact(at, 13);
const slotByHand = (at: number): string => compact(at, 18);

export const waiting = (address: string): Delivery => ({
  address,
  state: 'waiting',
  reason: '',
  claimedAt: 0,
});

/** Changes a run that is as it was read. @throws where somebody else was quicker */
export async function changeRun(
  before: RunRecord,
  change: Partial<RunRecord>,
  lookAt?: number,
): Promise<RunRecord> {
  const after = { ...before, ...change };
  await commit(runWrite(before, after, lookAt));
  return { ...after, version: before.version + 1 };
}

interface When {
  at: number;
  byHand: boolean;
  isMissed?: boolean;
}

/** What is made and for whom, as it is at this moment; its relative period is that of the instant. */
export async function newRun(
  { templateId, name, report, parameters, columns }: TemplateRecord,
  { format, setBy, recipients }: Pick<ScheduleRecord, 'format' | 'setBy' | 'recipients'>,
  { at, byHand, isMissed = false }: When,
): Promise<RunRecord> {
  const days = daysOfPeriod(parameters.period, await tenantDay(at));
  return {
    templateId,
    slot: byHand ? slotByHand(at) : plannedSlot(at),
    dueAt: new Date(at).toISOString(),
    byHand,
    status: isMissed ? 'missed' : 'working',
    reason: isMissed ? 'Nothing could be made at its time.' : '',
    tellOwner: false,
    template: { name, report, parameters, columns },
    ...days,
    format,
    setBy,
    recipients: recipients.map(waiting),
    attempts: 0,
    exportId: null,
    begunAt: 0,
    endedAt: isMissed ? clock.iso() : null,
    version: 1,
    expiresAt: runExpiry(),
  };
}

/** The places of planned runs that are there already. */
export async function slotsTaken(templateId: string, instants: readonly number[]): Promise<Set<string>> {
  const slots = instants.map(plannedSlot);
  const there = await Promise.all(slots.map((slot) => findRun(`${templateId}_${slot}`)));
  return new Set(slots.filter((_, at) => there[at]));
}

/** Has a template made now and mailed to those who get it by its schedule. @throws 409 where nobody does */
export async function beginNow(template: TemplateRecord): Promise<RunRecord> {
  const schedule = await findSchedule(template.templateId);
  if (!schedule) throw conflict('Say first who gets it.', undefined, 'no_schedule');
  const run = await newRun(template, schedule, { at: clock.now(), byHand: true });
  await commit(runInsertion(run));
  return run;
}

/**
 * Begins a run again that was missed or failed, for its own time; whoever has got it gets it no second time.
 * @throws 404; 409 where it is being made or was sent
 */
export const beginAgain = (templateId: string, runId: string): Promise<RunRecord> =>
  retryOnConflict(async () => {
    const before = await findRun(runId);
    if (before?.templateId !== templateId) throw notFound('The run');
    if (before.status === 'working') throw conflict('It is being made.', undefined, 'run_working');
    if (before.status === 'sent') throw conflict('Everybody has it.', undefined, 'run_sent');
    const after: RunRecord = {
      ...before,
      status: 'working',
      reason: '',
      tellOwner: false,
      recipients: before.recipients.map((one) => (one.state === 'sent' ? one : waiting(one.address))),
      attempts: 0,
      exportId: null,
      endedAt: null,
    };
    return changeRun(before, after);
  });
