import { projectOr404 } from '#functions/content/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { handOverEach, type Outcome } from '#functions/kernel/hand-over.ts';
import { sendMail } from '#functions/kernel/mail.ts';
import { mailOutcome } from '#functions/kernel/mail-outcome.ts';
import { wasOvertaken } from '#functions/kernel/retry.ts';
import { unsealRemembered } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import { signValues } from '#functions/messageTemplates/api.ts';
import { outsiders } from '#functions/reportTemplates/api.ts';
import { announce } from '#functions/signage/api.ts';
import { ownStanding, standingReasons, tenantById } from '#functions/tenants/api.ts';
import { findUser } from '#functions/users/api.ts';
import { chatOutcome, postToSlack } from '#functions/webhookEndpoints/api.ts';
import { countMs } from './options.ts';
import {
  type CrossingRecord,
  crossingIdOf,
  crossingWrite,
  findCrossing,
  findGoal,
  type GoalRecord,
  isUntold,
  slackPurpose,
  type Telling,
} from './store.ts';
import { mailWords, signWords, slackWords } from './words.ts';

/* The sweeper's part at a crossing: who is to be told of it is told, one after another, each once. */

/** Tries in a row, each a minute later and twice as long after the one before. */
const tries = 5;
const firstWaitMs = 60_000;

async function changed(
  before: CrossingRecord,
  change: Partial<CrossingRecord>,
  lookAt?: number,
): Promise<CrossingRecord> {
  const after = { ...before, ...change };
  await commit(crossingWrite(before, after, lookAt));
  return { ...after, version: before.version + 1 };
}

/** Those who wait are told nothing any more, and why. */
const giveUp = (crossing: CrossingRecord, reason: string): Promise<CrossingRecord> =>
  changed(crossing, {
    tellings: crossing.tellings.map((one) =>
      one.state === 'waiting' ? { ...one, state: 'refused', reason } : one,
    ),
  });

async function mail(address: string, crossing: CrossingRecord, goal: GoalRecord): Promise<Outcome> {
  const owner = await findUser(goal.ownerId);
  // It is asked again at each mail: an owner who is no admin any more writes to nobody outside.
  if (owner?.role !== 'admin' && (await outsiders([address])).length > 0)
    return { state: 'refused', reason: 'It is outside the workspace.' };
  const { name } = await tenantById(tenantOf());
  return mailOutcome(sendMail({ to: [address], ...mailWords(crossing, name) }));
}

async function slack(crossing: CrossingRecord, { sealedSlack }: GoalRecord): Promise<Outcome> {
  if (!sealedSlack) return { state: 'refused', reason: 'Its address was taken away.' };
  const url = await unsealRemembered(slackPurpose, sealedSlack);
  return chatOutcome(await postToSlack(url, slackWords(crossing)));
}

/** Shows the sign; announced again under its name, it is on each display once. */
async function show(crossing: CrossingRecord, { announcement }: GoalRecord): Promise<Outcome> {
  if (!announcement) return { state: 'refused', reason: 'Its displays were taken away.' };
  const { projectId, displayIds, minutes } = announcement;
  try {
    await projectOr404(projectId);
    const shown = await announce({
      event: `goal#${crossingIdOf(crossing)}`,
      projectId,
      displayIds,
      seconds: minutes * 60,
      priority: 'HIGH',
      data: await signValues(undefined, { external: signWords(crossing) }),
      leadId: null,
    });
    const failed = shown.filter(({ ok }) => !ok).map(({ name, reason }) => `${name}: ${reason}`);
    return failed.length > 0
      ? { state: 'refused', reason: failed.join(' ').slice(0, 300) }
      : { state: 'sent' };
  } catch (error) {
    if (wasOvertaken(error)) throw error;
    const { message } = error as Error;
    const isForGood = error instanceof AppError && error.status < 500 && error.status !== 429;
    return { state: isForGood ? 'refused' : 'waiting', reason: message.slice(0, 300) };
  }
}

function tell(telling: Telling, crossing: CrossingRecord, goal: GoalRecord): Promise<Outcome> {
  switch (telling.channel) {
    case 'mail':
      return mail(telling.address, crossing, goal);
    case 'slack':
      return slack(crossing, goal);
    case 'displays':
      return show(crossing, goal);
  }
}

async function tellEverybody(begun: CrossingRecord, goal: GoalRecord): Promise<NextLook> {
  let crossing = begun;
  return handOverEach({
    items: () => crossing.tellings,
    note: async (at, change) => {
      const tellings = crossing.tellings.map((one, n) => (n === at ? { ...one, ...change } : one));
      crossing = await changed(crossing, { tellings });
    },
    send: (at) => tell(crossing.tellings[at]!, crossing, goal),
  });
}

/** What certainly reached nobody is tried again, later each time, and given up in the end. */
async function tryLater(crossingId: string, error: Error): Promise<void> {
  const crossing = await findCrossing(crossingId);
  if (!crossing || !isUntold(crossing)) return;
  const attempts = crossing.attempts + 1;
  if (attempts >= tries) await giveUp(crossing, error.message.slice(0, 300));
  else await changed(crossing, { attempts }, clock.now() + firstWaitMs * 2 ** crossing.attempts);
}

async function look(crossingId: string): Promise<NextLook> {
  const crossing = await findCrossing(crossingId);
  if (!crossing || !isUntold(crossing)) return undefined;
  const goal = await findGoal(crossing.goalId);
  if (!goal) {
    await giveUp(crossing, 'The goal was removed.');
    return undefined;
  }
  // What recovers while it is snoozed, nobody needs to be told of.
  if (goal.snoozedUntil && Date.parse(goal.snoozedUntil) > clock.now()) {
    // It may be woken earlier.
    if (!crossing.recoveredAt) return Math.min(Date.parse(goal.snoozedUntil), clock.now() + countMs);
    await giveUp(crossing, 'It was snoozed until it had recovered.');
    return undefined;
  }
  const standing = await ownStanding();
  if (standing !== 'active') {
    await giveUp(crossing, standingReasons[standing].sentence);
    return undefined;
  }
  try {
    return await tellEverybody(crossing, goal);
  } catch (error) {
    // Another worker is at it.
    if (wasOvertaken(error)) return clock.now() + firstWaitMs;
    await tryLater(crossingId, error as Error);
    return undefined;
  }
}

export const goalCrossingWork: DueWork = { look, earlier: async () => [] };
