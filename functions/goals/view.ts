import { actor, seesWorkOf } from '#functions/kernel/actor.ts';
import { everyUser } from '#functions/users/api.ts';
import type { Crossing, Goal } from '#shared/api/goals.ts';
import { type GoalStatus, recoversAt } from '#shared/model/goal.ts';
import { type CrossingRecord, crossingIdOf, type GoalRecord, newState, type StateRecord } from './store.ts';

type NameOf = (userId: string) => string;

async function namesOfUsers(): Promise<NameOf> {
  const names = new Map(
    (await everyUser()).map(({ userId, firstLast, username }) => [userId, firstLast || username]),
  );
  return (userId) => names.get(userId) ?? '';
}

function statusOf({ isStopped, isCrossed, note, countedAt }: StateRecord): GoalStatus {
  if (isStopped) return 'stopped';
  if (isCrossed) return 'crossed';
  return note || countedAt === null ? 'noData' : 'calm';
}

function shown(goal: GoalRecord, state: StateRecord, nameOf: NameOf): Goal {
  const { goalId, sealedSlack, ...fields } = goal;
  const { value, from, to, note, crossedAt, countedAt } = state;
  const who = actor();
  const mayEdit = seesWorkOf({ userId: goal.ownerId });
  return {
    ...fields,
    id: goalId,
    // Whom it tells is for those who may change it.
    recipients: mayEdit ? fields.recipients : [],
    announcement: mayEdit ? fields.announcement : null,
    hasSlack: sealedSlack !== null,
    ownerName: nameOf(goal.ownerId),
    isMine: who.kind === 'user' && who.userId === goal.ownerId,
    mayEdit,
    status: statusOf(state),
    ...{ value, from, to, note, crossedAt, countedAt },
    recovers: goal.condition === 'reach' ? null : recoversAt(goal),
  };
}

export async function shownGoals(
  goals: readonly GoalRecord[],
  states: readonly StateRecord[],
): Promise<Goal[]> {
  const nameOf = await namesOfUsers();
  const of = new Map(states.map((state) => [state.goalId, state]));
  return goals.map((goal) => shown(goal, of.get(goal.goalId) ?? newState(goal.goalId), nameOf));
}

/** A crossing, with whom it told for those who may change the goal. */
export function shownCrossing(crossing: CrossingRecord, mayEdit: boolean): Crossing {
  const { kind, value, target, at, from, to, recoveredAt, recoveredValue, tellings } = crossing;
  return {
    id: crossingIdOf(crossing),
    ...{ kind, value, target, at, from, to, recoveredAt, recoveredValue },
    tellings: mayEdit
      ? tellings.map(({ channel, address, state, reason }) => ({ channel, address, state, reason }))
      : [],
  };
}
