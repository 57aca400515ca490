import { clock } from '#functions/kernel/clock.ts';
import { Overtaken, retryOnConflict } from '#functions/kernel/retry.ts';
import { whileOthersChange } from './end-enrolment.ts';
import { unparked, write } from './engine/transition.ts';
import { countWrites } from './store/counts.ts';
import { type EnrolmentRecord, findEnrolment, replaceEnrolment } from './store/enrolments.ts';
import { openEnrolments } from './store/memberships.ts';
import { timelineEntry } from './timeline.ts';

/** Changes an enrolment as it stands now; `change` answers undefined where there is nothing to do. */
export const changeEnrolment = (
  enrolmentId: string,
  change: (now: EnrolmentRecord) => { after: EnrolmentRecord; writes?: object[] } | undefined,
): Promise<EnrolmentRecord | undefined> =>
  retryOnConflict(async () => {
    const before = await findEnrolment(enrolmentId);
    const wanted = before && change(before);
    if (!before || !wanted) return undefined;
    const written = await write(
      replaceEnrolment(wanted.after),
      countWrites(before.journeyId, enrolmentId, wanted.after.status === 'parked' ? {} : unparked(before)),
      wanted.writes ?? [],
    );
    if (!written) throw new Overtaken();
    return { ...wanted.after, version: wanted.after.version + 1 };
  }, whileOthersChange(enrolmentId));

/** Pauses one enrolment, until a time or until somebody resumes it. */
export const pauseEnrolment = (enrolmentId: string, until: string | null, why: string) =>
  changeEnrolment(enrolmentId, (now) => {
    if (now.status !== 'active' && now.status !== 'parked' && now.status !== 'held') return undefined;
    const after: EnrolmentRecord = {
      ...now,
      status: 'paused',
      pausedUntil: until,
      note: why,
      queueAt: until ?? now.queueAt,
    };
    return { after, writes: [timelineEntry(now, `Paused in a journey: ${why}`)] };
  });

/** Lets a paused or parked one go on where it stands. */
export const resumeEnrolment = (enrolmentId: string, why: string) =>
  changeEnrolment(enrolmentId, (now) => {
    if (now.status !== 'paused' && now.status !== 'parked') return undefined;
    const parked = now.status === 'parked';
    const after: EnrolmentRecord = {
      ...now,
      status: 'active',
      pausedUntil: null,
      note: '',
      queueAt: parked ? clock.iso() : now.dueAt,
      ...(parked ? { dueAt: clock.iso(), attempts: 0 } : {}),
    };
    return { after, writes: [timelineEntry(now, `Goes on in a journey: ${why}`)] };
  });

/** Pauses a lead in all of its journeys. */
export async function pauseLead(
  leadId: string,
  { until = null, why }: { until?: string | null; why: string },
): Promise<{ paused: number }> {
  let paused = 0;
  for (const enrolmentId of await openEnrolments(leadId))
    if (await pauseEnrolment(enrolmentId, until, why)) paused++;
  return { paused };
}

/** Lets a lead go on in all journeys in which it is paused. */
export async function resumeLead(leadId: string, why: string): Promise<{ resumed: number }> {
  let resumed = 0;
  for (const enrolmentId of await openEnrolments(leadId))
    if ((await findEnrolment(enrolmentId))?.status === 'paused' && (await resumeEnrolment(enrolmentId, why)))
      resumed++;
  return { resumed };
}
