import { onBehalfOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { type FigureOfSpan, figureIn } from '#functions/reports/api.ts';
import { ownStanding } from '#functions/tenants/api.ts';
import { findUser } from '#functions/users/api.ts';
import { type CrossingKind, goalLimits, goalWords, isRolling, rollingHours } from '#shared/model/goal.ts';
import { refusalFor } from '#shared/model/permissions.ts';
import { judge, judgeNow } from './judge.ts';
import { countMs } from './options.ts';
import { daysOfSpan, tenantToday } from './span.ts';
import {
  type CrossingRecord,
  crossingExpiry,
  crossingIdOf,
  crossingInsertion,
  crossingWrite,
  findCrossing,
  findGoal,
  findState,
  type GoalRecord,
  type StateRecord,
  stateRemoval,
  stateWrite,
  type Telling,
} from './store.ts';

/* The sweeper's part at a goal: its figure is counted as its owner sees it, and what that says is written down. */

/** Where nothing can be counted (the owner is gone, there are too many records) it is tried again after so long, ms. */
const laterMs = 3_600_000;
/** Points of a rolling span's chart lie as far apart as makes it show a day, a week or a month; ms. */
const pointMs = (hours: number): number => Math.max(15, hours * 2.5) * 60_000;

/** Whoever a goal is of, while their rows may be counted; the reason why not otherwise. */
async function ownerOf({ ownerId }: GoalRecord) {
  const user = await findUser(ownerId);
  if (!user?.isActive) return 'Whoever made it is no longer a user of the workspace.';
  if (
    (['goals.view', 'reports.view'] as const).some((one) =>
      refusalFor(user.role, user.permissions ?? {}, one),
    )
  )
    return `${user.firstLast || user.username}, who made it, may not see reports any more.`;
  return { userId: user.userId, role: user.role, username: user.username };
}

/** Runs work as whoever a goal is of, so that it finds what they may see; or answers why it cannot. */
export async function asOwner<T>(goal: GoalRecord, work: () => Promise<T>): Promise<T | string> {
  const owner = await ownerOf(goal);
  return typeof owner === 'string' ? owner : onBehalfOf(owner, 'goal', work);
}

const waiting = (channel: Telling['channel'], address: string): Telling => ({
  channel,
  address,
  state: 'waiting',
  reason: '',
  claimedAt: 0,
});

/** Everybody who is told of a goal, as it is set up now. */
const tellingsOf = ({ recipients, sealedSlack, announcement }: GoalRecord): Telling[] => [
  ...recipients.map((address) => waiting('mail', address)),
  ...(sealedSlack ? [waiting('slack', 'Slack')] : []),
  ...(announcement ? [waiting('displays', 'Displays')] : []),
];

function newCrossing(
  goal: GoalRecord,
  kind: CrossingKind,
  { value, from, to }: FigureOfSpan,
): CrossingRecord {
  const at = clock.iso();
  const { goalId, name, measure, target } = goal;
  return {
    ...{ goalId, kind, name, measure, value, target, at, from, to },
    slot: `${at.replace(/[-:.Z]/g, '')}-${kind}`,
    words: goalWords(goal),
    recoveredAt: null,
    recoveredValue: null,
    // That a goal was missed stands in its history, and nobody is told of it.
    tellings: kind === 'missed' ? [] : tellingsOf(goal),
    attempts: 0,
    version: 1,
    expiresAt: crossingExpiry(),
  };
}

/** Writes down how the span ended that a goal was counted in last, and begins the next. */
async function closeSpan(goal: GoalRecord, state: StateRecord, today: string): Promise<void> {
  const { span } = goal;
  if (isRolling(span)) return;
  const next = { ...state, periodFrom: daysOfSpan(span, today).from, isCrossed: false };
  const writes: object[] = [];
  if (state.periodFrom !== null && !state.isCrossed) {
    const { verdict, figure } = await judge(goal, await figureIn(goal, daysOfSpan(span, state.periodFrom)));
    if (verdict !== 'noData')
      writes.push(crossingInsertion(newCrossing(goal, verdict === 'crossed' ? 'reached' : 'missed', figure)));
  }
  await commit(stateWrite(state, { ...next, crossedAt: null, crossing: null }, clock.now()), ...writes);
}

/** What is kept of a rolling span's figures, with the newest. */
function withPoint(
  { points }: StateRecord,
  { span }: GoalRecord,
  value: number | null,
): StateRecord['points'] {
  if (!isRolling(span)) return [];
  const last = points.at(-1);
  if (last && Date.parse(last[0]) + pointMs(rollingHours[span]) > clock.now()) return points;
  return [...points, [clock.iso(), value] as [string, number | null]].slice(-goalLimits.points);
}

async function recoveredWrite(state: StateRecord, value: number | null): Promise<object[]> {
  const crossing = state.crossing && (await findCrossing(state.crossing));
  if (!crossing) return [];
  return [crossingWrite(crossing, { ...crossing, recoveredAt: clock.iso(), recoveredValue: value })];
}

/** Counts once, and writes what it says: that it crossed lies in the same transaction as the crossing. */
async function count(goal: GoalRecord, state: StateRecord): Promise<void> {
  const today = await tenantToday();
  const isGoal = goal.condition === 'reach';
  if (isGoal && !isRolling(goal.span) && state.periodFrom !== daysOfSpan(goal.span, today).from) {
    await closeSpan(goal, state, today);
    const after = await findState(goal.goalId);
    return after && count(goal, after);
  }
  const { verdict, figure, note } = await judgeNow(goal, today);
  const { value, from, to } = figure;
  const counted: StateRecord = {
    ...state,
    ...{ value, from, to, note },
    isStopped: false,
    countedAt: clock.iso(),
    points: withPoint(state, goal, value),
  };
  const next = clock.now() + countMs;
  if (verdict === 'crossed' && !state.isCrossed) {
    const crossing = newCrossing(goal, isGoal ? 'reached' : 'fired', figure);
    const crossed = { isCrossed: true, crossedAt: crossing.at, crossing: crossingIdOf(crossing) };
    await commit(stateWrite(state, { ...counted, ...crossed }, next), crossingInsertion(crossing));
  } else if (verdict === 'recovered' && state.isCrossed) {
    const calm = { isCrossed: false, crossedAt: null, crossing: null };
    await commit(stateWrite(state, { ...counted, ...calm }, next), ...(await recoveredWrite(state, value)));
  } else await commit(stateWrite(state, counted, next));
}

/** What cannot be counted is told at the goal, and tried again later. */
const stop = (state: StateRecord, note: string): Promise<unknown> =>
  commit(
    stateWrite(state, { ...state, note, isStopped: true, countedAt: clock.iso() }, clock.now() + laterMs),
  );

/** Counts a goal now. @returns when it is looked at again, where nothing was written */
export const evaluate = (goalId: string): Promise<NextLook> =>
  retryOnConflict(async () => {
    const [goal, state] = await Promise.all([findGoal(goalId), findState(goalId)]);
    if (!state) return undefined;
    if (!goal) {
      await commit(stateRemoval(goalId));
      return undefined;
    }
    if ((await ownStanding()) !== 'active') return clock.now() + laterMs;
    try {
      const stopped = await asOwner(goal, () => count(goal, state));
      if (stopped !== undefined) await stop(state, stopped);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
      await stop(state, error.message.slice(0, 300));
    }
    return undefined;
  });

export const goalWork: DueWork = { look: evaluate, earlier: async () => [] };
