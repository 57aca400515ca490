import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { fileTime } from '#functions/tenants/api.ts';
import type { Execution, ExecutionOutcome } from '#shared/model/journey/journey.ts';
import { followerOf, nameOf, type Step } from '#shared/model/journey/steps/index.ts';
import { type Change, countWrites } from '../store/counts.ts';
import { type Awaited, type EnrolmentRecord, replaceEnrolment } from '../store/enrolments.ts';
import { executionIdOf, insertExecution } from '../store/executions.ts';
import type { VersionRecord } from '../store/journeys.ts';
import { closeMembership } from '../store/memberships.ts';
import { timelineEntry } from '../timeline.ts';

/*
 * Every change of an enrolment is one transaction on the version that was read. Whoever comes second, by a message
 * given twice, an event, or a person, finds another version and writes nothing.
 */

/** How a step that is over ended. */
export interface Ended {
  outcome: ExecutionOutcome;
  output: string;
  text: string;
  /** What branches may ask about later. */
  happened?: string;
}

/** Writes unless somebody else has changed the enrolment meanwhile; answers whether it was written. */
export const write = (...writes: unknown[]): Promise<boolean> => accepted(commit(...writes));

const executionOf = (
  enrolment: EnrolmentRecord,
  step: Pick<Step, 'id' | 'type' | 'name'>,
  { outcome, output, text }: Ended,
): Execution => ({
  id: executionIdOf(enrolment.enrolmentId, enrolment.seq),
  enrolmentId: enrolment.enrolmentId,
  journeyId: enrolment.journeyId,
  leadId: enrolment.leadId,
  stepId: step.id,
  stepType: step.type,
  stepName: nameOf(step),
  journeyVersion: enrolment.journeyVersion,
  at: clock.iso(),
  outcome,
  output,
  text,
  attempts: enrolment.attempts,
});

/** Counters of a lead that leaves a state in which it counted as parked. */
export const unparked = (enrolment: EnrolmentRecord): Change =>
  enrolment.status === 'parked' ? { 'all:parked': -1 } : {};

/** The writes that end an enrolment, on this day of the workspace's calendar. `why` is counted: a word, not a sentence. */
export async function endingWrites(
  enrolment: EnrolmentRecord,
  status: 'completed' | 'exited',
  why: string,
  text: string,
  change: Change = {},
): Promise<{ after: EnrolmentRecord; writes: object[] }> {
  const at = clock.iso();
  const { day } = await fileTime(Date.parse(at));
  const { journeyId, leadId, enrolmentId, stepId, journeyVersion } = enrolment;
  const after: EnrolmentRecord = {
    ...enrolment,
    status,
    stepId: null,
    waiting: null,
    note: text,
    endedAt: at,
  };
  return {
    after,
    writes: [
      replaceEnrolment(after),
      closeMembership(journeyId, leadId, enrolmentId),
      countWrites(journeyId, enrolmentId, {
        ...unparked(enrolment),
        'all:active': -1,
        [`all:${status}`]: 1,
        [`exit:${why}`]: 1,
        [`version:${journeyVersion}`]: -1,
        [`day:${status}:${day}`]: 1,
        'hours:ended': (Date.parse(at) - Date.parse(enrolment.enteredAt)) / 3_600_000,
        // It came to this step, also where it goes no further.
        ...(stepId ? { [`at:${stepId}`]: -1, [`reached:${stepId}`]: 1 } : {}),
        ...change,
      }),
      event('journey.ended', enrolmentId, { journeyId, leadId, status, why }),
    ].flat() as object[],
  };
}

const outcomes = (stepId: string, { outcome, output }: Ended): Change => ({
  [`reached:${stepId}`]: 1,
  [`outcome:${stepId}/${outcome}`]: 1,
  ...(output ? { [`output:${stepId}/${output}`]: 1 } : {}),
});

/**
 * Ends the step that an enrolment is at and goes on to what follows, or ends the enrolment where nothing does.
 * @returns the enrolment as it is now; undefined when somebody else changed it first
 */
export async function continueEnrolment(
  enrolment: EnrolmentRecord,
  version: VersionRecord,
  step: Step,
  ended: Ended,
  journeyName: string,
): Promise<EnrolmentRecord | undefined> {
  const { enrolmentId, journeyId } = enrolment;
  const wanted = followerOf(step, ended.output);
  const next = version.steps.some(({ id }) => id === wanted) ? wanted : null;
  const happened =
    ended.happened && !enrolment.happened.includes(ended.happened)
      ? [...enrolment.happened, ended.happened]
      : enrolment.happened;
  const said = timelineEntry(enrolment, `${journeyName}: ${ended.text}`, step.id);
  const done = insertExecution(enrolment.seq, executionOf(enrolment, step, ended));
  const quiet = step.type === 'wait' || step.type === 'branch' || step.type === 'split';
  if (!next) {
    const { after, writes } = await endingWrites(
      { ...enrolment, happened },
      'completed',
      'completed',
      'Went through to the end',
      outcomes(step.id, ended),
    );
    return (await write(writes, done, said)) ? after : undefined;
  }
  const at = clock.iso();
  // What a lead's pause holds stays held, though what it waited for has happened.
  const isPaused = enrolment.status === 'paused';
  const after: EnrolmentRecord = {
    ...enrolment,
    stepId: next,
    seq: enrolment.seq + 1,
    // Where this step came late, so does what follows at once: a contact may have gone stale.
    dueAt: enrolment.dueAt < at ? enrolment.dueAt : at,
    queueAt: isPaused ? enrolment.queueAt : at,
    waiting: null,
    attempts: 0,
    calls: 0,
    happened,
    note: isPaused ? enrolment.note : '',
    status: isPaused ? 'paused' : 'active',
  };
  const written = await write(
    replaceEnrolment(after),
    done,
    countWrites(journeyId, enrolmentId, {
      ...unparked(enrolment),
      ...outcomes(step.id, ended),
      [`at:${step.id}`]: -1,
      [`at:${next}`]: 1,
    }),
    quiet ? [] : [said],
  );
  return written ? { ...after, version: after.version + 1 } : undefined;
}

/** Has the step that an enrolment is at come later, or wait for something; one that is paused stays so. */
export async function putOff(
  enrolment: EnrolmentRecord,
  dueAt: string,
  note: string,
  more: { waiting?: Awaited | null; attempts?: number; calls?: number } = {},
): Promise<boolean> {
  const looked =
    enrolment.status === 'paused'
      ? { queueAt: enrolment.queueAt, note: enrolment.note }
      : { queueAt: dueAt, note };
  return write(replaceEnrolment({ ...enrolment, ...more, dueAt, ...looked }));
}

/** Sets a step aside that needs somebody's look. */
export async function park(enrolment: EnrolmentRecord, note: string): Promise<boolean> {
  return write(
    replaceEnrolment({ ...enrolment, status: 'parked', note }),
    countWrites(enrolment.journeyId, enrolment.enrolmentId, { 'all:parked': 1 }),
  );
}

/** Takes a lead out of its journey. @param why a word that is counted; `text` says it to people */
export async function exit(enrolment: EnrolmentRecord, why: string, text: string): Promise<boolean> {
  const { writes } = await endingWrites(enrolment, 'exited', why, text);
  return write(writes, timelineEntry(enrolment, `Left a journey: ${text}`));
}
