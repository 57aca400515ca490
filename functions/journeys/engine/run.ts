import { setTimeout as sleep } from 'node:timers/promises';
import { inChain } from '#functions/kernel/chain.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { findLead, matches } from '#functions/leads/api.ts';
import { ownStanding } from '#functions/tenants/api.ts';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { channelOf, type Step, type StepType } from '#shared/model/journey/steps/index.ts';
import { resumeEnrolment } from '../pause.ts';
import { runnerOf } from '../steps/index.ts';
import type { Running, StepResult } from '../steps/runner.ts';
import { type EnrolmentRecord, findEnrolment } from '../store/enrolments.ts';
import { executionIdOf } from '../store/executions.ts';
import { findJourney, findVersion, notLive, type VersionRecord } from '../store/journeys.ts';
import { pauseWrite } from './pause-writes.ts';
import { continueEnrolment, exit, park, putOff, write } from './transition.ts';

/*
 * The engine. A step is run by whoever has the message that says so; it may come twice, and its runner may die at any
 * point. What it does to the world it does under the execution's own key, so that it happens once; what it does to the
 * enrolment is one transaction on the version that it read, so that one of two runners goes on and the other stops.
 */

/** Steps that one message runs one after the other, before it makes room for others. */
const stepsAtOnce = 25;

/** Waits before a step is tried again whose provider is down, seconds; after the last it is parked. */
const backOff = [60, 300, 900, 3_600, 4 * 3_600, 12 * 3_600] as const;

const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString();

/** Brings what a step answered into the enrolment. Undefined where there is nothing more to do now. */
export async function settle(
  running: Running<StepType>,
  result: StepResult,
): Promise<EnrolmentRecord | undefined> {
  const { enrolment, version, step, journeyName } = running;
  switch (result.kind) {
    case 'done':
      return continueEnrolment(enrolment, version, step as Step, result, journeyName);
    case 'later':
      await putOff(enrolment, result.at, result.note, {
        waiting: null,
        ...(result.again ? { calls: result.again } : {}),
      });
      return undefined;
    case 'wait':
      await putOff(enrolment, result.until, result.note, { waiting: result.waiting });
      return undefined;
    case 'exit':
      await exit(enrolment, result.why, result.text);
      return undefined;
    case 'retry': {
      const wait = backOff[enrolment.attempts];
      if (wait === undefined) await park(enrolment, result.note);
      else await putOff(enrolment, inSeconds(wait), result.note, { attempts: enrolment.attempts + 1 });
      return undefined;
    }
  }
}

/** How deep in a chain of journeys what an enrolment's step causes is. */
const depthAfter = ({ depth = 0, enteredAt }: EnrolmentRecord): number =>
  clock.now() - Date.parse(enteredAt) > journeyLimits.chainHours * 3_600_000 ? 1 : depth + 1;

/** A contact that is so late that it would no longer make sense. */
const isStale = (enrolment: EnrolmentRecord, { rules }: VersionRecord, step: Step): boolean =>
  channelOf(step) !== undefined &&
  clock.now() > Date.parse(enrolment.dueAt) + rules.staleAfterHours * 3_600_000;

/**
 * What is needed to run the step that an enrolment is at; undefined where the enrolment has been dealt with.
 * @param hold whether one of a paused journey is held; what has happened is noted in a pause as well
 */
export async function runningOf(
  enrolment: EnrolmentRecord,
  { hold = true }: { hold?: boolean } = {},
): Promise<Running<StepType> | undefined> {
  const { journeyId, leadId, journeyVersion, stepId } = enrolment;
  const [found, version, lead] = await Promise.all([
    findJourney(journeyId),
    findVersion(journeyId, journeyVersion),
    findLead(leadId),
  ]);
  if (!found || !version) {
    await exit(enrolment, 'journey_removed', 'The journey was removed');
    return undefined;
  }
  if (hold && found.status !== 'live') {
    // Should it be live again by now, the message or the finder's next look runs it.
    await write(pauseWrite(enrolment, 'The journey is paused'), notLive(journeyId));
    return undefined;
  }
  if (lead?.state !== 'live') {
    await exit(enrolment, 'lead_removed', 'The lead was deleted');
    return undefined;
  }
  const { goal } = version.rules;
  if (goal && matches(goal, lead)) {
    await exit(enrolment, 'goal', 'reached the goal');
    return undefined;
  }
  const step = version.steps.find(({ id }) => id === stepId);
  if (!step) {
    await exit(enrolment, 'step_removed', 'The step it was at is gone');
    return undefined;
  }
  return {
    enrolment,
    version,
    lead,
    step,
    config: step.config,
    journeyName: found.draft.name,
    key: executionIdOf(enrolment.enrolmentId, enrolment.seq),
  } as Running<StepType>;
}

/** Somebody else wrote the lead at the same instant: perhaps another runner of this very step. */
interface Collided {
  kind: 'collided';
  note: string;
}

/** Collisions after which a step is tried again later instead of at once. */
const collisionsAtOnce = 6;

/** Runs the step that is due, in its first part or after its wait. */
async function runStep(running: Running<StepType>): Promise<StepResult | Collided> {
  const { enrolment, step, version } = running;
  const runner = runnerOf(step.type);
  if (enrolment.waiting)
    return (
      (await runner.timedOut?.(running)) ?? { kind: 'done', outcome: 'done', output: 'next', text: 'Went on' }
    );
  if (isStale(enrolment, version, step as Step))
    return {
      kind: 'done',
      outcome: 'skipped',
      output: 'next',
      text: `Left out: it would have come ${version.rules.staleAfterHours} hours late or more`,
    };
  try {
    return await inChain(depthAfter(enrolment), () => runner.run(running));
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return { kind: 'collided', note: error.message };
    if (error instanceof AppError && error.status < 500)
      return { kind: 'done', outcome: 'failed', output: 'failed', text: error.message };
    log.error('A step failed and is tried again.', { key: running.key, error: error as Error });
    const note = error instanceof AppError ? error.message : 'Something went wrong on our side.';
    return { kind: 'retry', note };
  }
}

/**
 * Runs what is due of an enrolment, and goes on while steps follow that need no wait.
 * @param seq the step that the message means; it is left alone when the enrolment is elsewhere by now
 */
export async function runDue(enrolmentId: string, seq: number): Promise<void> {
  let enrolment = await findEnrolment(enrolmentId);
  if (enrolment?.seq !== seq) return;
  // It stays due, and the finder hands it over when something may leave the tenant again.
  if ((await ownStanding()) !== 'active') return;
  let collisions = 0;
  for (let ran = 0; enrolment && ran < stepsAtOnce; ran++) {
    if (enrolment.status === 'paused' && enrolment.pausedUntil) {
      if (Date.parse(enrolment.pausedUntil) > clock.now()) return;
      // Its due time stays: a contact that came due in the pause grows stale by the same rule as any other.
      enrolment = await resumeEnrolment(enrolmentId, 'its pause is over');
      continue;
    }
    if (enrolment.status !== 'active' || Date.parse(enrolment.dueAt) > clock.now()) return;
    if (enrolment.seq > journeyLimits.runs) {
      await park(enrolment, `It has run ${journeyLimits.runs} steps: the way goes in a circle.`);
      return;
    }
    const running = await runningOf(enrolment);
    if (!running) return;
    const result = await runStep(running);
    if (result.kind !== 'collided') enrolment = await settle(running, result);
    else if (++collisions > collisionsAtOnce) {
      await settle(running, { ...result, kind: 'retry' });
      return;
    } else {
      await sleep(Math.random() * 30 * 2 ** collisions);
      const again: EnrolmentRecord | undefined = await findEnrolment(enrolmentId);
      // Another runner has gone on with it meanwhile, and goes on alone.
      if (again?.version !== enrolment.version) return;
    }
  }
  // What is left is found by the minute.
}

/** The same, and one that fails keeps no other waiting. */
export async function runAll(items: readonly { enrolmentId: string; seq: number }[]): Promise<void> {
  const failed: unknown[] = [];
  await Promise.all(
    items.map(({ enrolmentId, seq }) =>
      runDue(enrolmentId, seq).catch((error) => {
        log.error('A step could not be run.', { enrolmentId, seq, error: error as Error });
        failed.push(error);
      }),
    ),
  );
  // The message comes again for all of them; those that are done are elsewhere by then.
  if (failed.length > 0) throw failed[0];
}
