import type { z } from 'zod';
import { currentUser, seesOwnLeadsOnly, seesWorkOf } from '#functions/kernel/actor.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { seal } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import { figuresOverTime } from '#functions/reports/api.ts';
import { outsiders } from '#functions/reportTemplates/api.ts';
import { findUser } from '#functions/users/api.ts';
import { assertChatUrl } from '#functions/webhookEndpoints/api.ts';
import type { Goal, GoalDetails, goals } from '#shared/api/goals.ts';
import { type GoalFields, goalLimits, goalProblem, isRolling } from '#shared/model/goal.ts';
import { reportCatalogue } from '#shared/model/report-catalogue.ts';
import { asOwner, evaluate } from './evaluate.ts';
import { daysOfChart, tenantToday } from './span.ts';
import {
  changedSince,
  everyGoal,
  everyState,
  findGoal,
  findState,
  type GoalRecord,
  goalInsertion,
  goalRemoval,
  goalWrite,
  newestCrossings,
  newState,
  slackPurpose,
  stateRemoval,
  stateWrite,
} from './store.ts';
import { shownCrossing, shownGoals } from './view.ts';

type InputOf<T extends keyof typeof goals> = z.output<NonNullable<(typeof goals)[T]['~orpc']['inputSchema']>>;

/** Whether the actor sees a goal: their own, shared ones, and admins all. */
const maySee = ({ shared, ownerId }: GoalRecord): boolean => shared || seesWorkOf({ userId: ownerId });

/** @throws 404 also for another agent's own */
async function goalOr404(goalId: string): Promise<GoalRecord> {
  const goal = await findGoal(goalId);
  if (!goal || !maySee(goal)) throw notFound('The goal');
  return goal;
}

/** A goal that the actor may change. @throws 403 for a shared one of somebody else; 404 */
async function ownGoal(goalId: string): Promise<GoalRecord> {
  const goal = await goalOr404(goalId);
  if (!seesWorkOf({ userId: goal.ownerId }))
    throw forbidden('Only whoever made this goal and admins change it.');
  return goal;
}

type Asked = Pick<GoalFields, 'source' | 'measure' | 'filter' | 'span' | 'condition' | 'target'>;
/** What only an admin may decide: who hears of it outside, and that everybody sees it. */
type Reach = {
  recipients?: string[] | undefined;
  shared?: boolean | undefined;
  slackUrl?: string | null | undefined;
};

/** @throws 400 with what is wrong; 403 for figures of admins alone */
function assertCounts(asked: Asked): void {
  const problem = goalProblem(asked);
  if (problem) throw badRequest(problem.text, { field: problem.field });
  if (reportCatalogue[asked.source].adminOnly && seesOwnLeadsOnly())
    throw forbidden('Only admins see these figures.');
}

/** @throws 400 for an address that is not of the public internet; 403 where an admin has to decide */
async function assertReach({ recipients = [], shared, slackUrl }: Reach): Promise<void> {
  if (seesOwnLeadsOnly()) {
    if (shared) throw forbidden('Only an admin may show a goal to everybody.');
    if (slackUrl) throw forbidden('Only an admin may have Slack told.');
    const strangers = await outsiders(recipients);
    if (strangers.length > 0)
      throw forbidden(
        `Only an admin may have people outside the workspace told: ${strangers.join(', ')}.`,
        'recipient_outside',
      );
  }
  if (slackUrl) assertChatUrl(slackUrl);
}

/** An agent's goal is mailed to nobody outside, whoever names them: it would be found out at the first mail. @throws 400 */
async function assertOwnerReaches(
  { ownerId }: GoalRecord,
  recipients: readonly string[] = [],
): Promise<void> {
  const strangers = recipients.length > 0 ? await outsiders(recipients) : [];
  if (strangers.length === 0 || (await findUser(ownerId))?.role === 'admin') return;
  throw badRequest(
    `Only goals of admins are mailed to people outside the workspace: ${strangers.join(', ')}. Make one of your own.`,
    { field: 'recipients' },
  );
}

const sealedOf = async (slackUrl: string | null) => (slackUrl ? seal(slackPurpose, slackUrl) : null);

async function shownOne(goal: GoalRecord): Promise<Goal> {
  const state = await findState(goal.goalId);
  return (await shownGoals([goal], state ? [state] : []))[0]!;
}

/** Counts at once, so that the answer has a figure; what fails here the sweeper does in a minute. */
async function countNow(goalId: string): Promise<void> {
  await evaluate(goalId).catch((error) => {
    if (error instanceof AppError && error.status < 500) return;
    throw error;
  });
}

export async function listGoals(): Promise<Goal[]> {
  const [all, states] = await Promise.all([everyGoal(), everyState()]);
  const seen = all.filter(maySee).sort((one, other) => one.name.localeCompare(other.name));
  return shownGoals(seen, states);
}

/** @throws 400, 403 */
export async function createGoal({ slackUrl, ...fields }: InputOf<'create'>): Promise<Goal> {
  const { userId: ownerId } = currentUser();
  assertCounts(fields);
  await assertReach({ ...fields, slackUrl });
  if ((await everyGoal()).length >= goalLimits.goals)
    throw badRequest(`A workspace has at most ${goalLimits.goals} goals and alerts.`);
  const now = clock.iso();
  const goal: GoalRecord = {
    ...fields,
    goalId: newId('gol'),
    ownerId,
    sealedSlack: await sealedOf(slackUrl),
    snoozedUntil: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const state = newState(goal.goalId);
  await commit(goalInsertion(goal), stateWrite(state, state, clock.now()));
  await countNow(goal.goalId);
  return shownOne(goal);
}

/** The figure over time: of a calendar's span by the reports, of a rolling one as it was counted. */
async function pointsOf(goal: GoalRecord): Promise<Pick<GoalDetails, 'points' | 'pointsNote'>> {
  const { span } = goal;
  if (isRolling(span)) {
    const points = (await findState(goal.goalId))?.points ?? [];
    return { points: points.map(([at, value]) => ({ at, value })), pointsNote: '' };
  }
  try {
    const days = daysOfChart(span, await tenantToday());
    const points = await asOwner(goal, () => figuresOverTime(goal, days, span));
    return typeof points === 'string' ? { points: [], pointsNote: points } : { points, pointsNote: '' };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { points: [], pointsNote: error.message };
  }
}

/** @throws 404 */
export async function getGoal(goalId: string): Promise<GoalDetails> {
  const goal = await goalOr404(goalId);
  const [shown, crossings, points] = await Promise.all([
    shownOne(goal),
    newestCrossings(goalId),
    pointsOf(goal),
  ]);
  return { ...shown, crossings: crossings.map((one) => shownCrossing(one, shown.mayEdit)), ...points };
}

const counted = ['source', 'measure', 'filter', 'span', 'condition', 'target', 'least'] as const;
const isOtherwise = (before: GoalRecord, after: GoalRecord): boolean =>
  counted.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** Changes a goal. What is counted otherwise begins anew. @throws 400, 403, 404; 409 when it has changed since */
export async function updateGoal({ id, version, slackUrl, ...changes }: InputOf<'update'>): Promise<Goal> {
  const { before, after } = await changeVersioned({
    read: () => ownGoal(id),
    change: async (before) => {
      const given = givenOf(changes);
      assertCounts({ ...before, ...given });
      await assertReach({ ...given, slackUrl });
      await assertOwnerReaches(before, given.recipients);
      return { ...given, ...(slackUrl === undefined ? {} : { sealedSlack: await sealedOf(slackUrl) }) };
    },
    write: async (before, changed) => {
      const state = (await findState(id)) ?? newState(id);
      await commit(
        goalWrite(before, changed),
        isOtherwise(before, changed)
          ? stateWrite(state, { ...newState(id), version: state.version }, clock.now())
          : [],
      );
    },
    changedSince,
    version,
  });
  if (isOtherwise(before, after)) await countNow(id);
  return shownOne(after);
}

/** @returns its name. @throws 403, 404 */
export async function removeGoal(goalId: string): Promise<string> {
  const goal = await ownGoal(goalId);
  await commit(goalRemoval(goal), stateRemoval(goalId));
  return goal.name;
}

/** Has nobody told of a goal for a while; what still goes on then is told of. @throws 400, 403, 404 */
export async function snoozeGoal(goalId: string, until: string | null): Promise<Goal> {
  await ownGoal(goalId);
  const latest = clock.now() + goalLimits.snoozeDays * 86_400_000;
  if (until !== null && (Date.parse(until) <= clock.now() || Date.parse(until) > latest))
    throw badRequest(`Please choose a time within the next ${goalLimits.snoozeDays} days.`, {
      field: 'until',
    });
  const { after } = await changeVersioned({
    read: () => ownGoal(goalId),
    change: () => ({ snoozedUntil: until }),
    write: (before, changed) => commit(goalWrite(before, changed)),
    changedSince,
  });
  return shownOne(after);
}
