import { endWrapUp, statusOf } from '#functions/agentStatus/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { hiddenLeads } from '#functions/leads/api.ts';
import { usersOnOtherDevices } from '#functions/pbx/api.ts';
import { dialsByItself, ringsLeadsFirst } from '#shared/model/calling-list.ts';
import { presentTurn } from '../draw.ts';
import { assertConnects } from '../lines/connects.ts';
import { worksOn } from '../list-agents.ts';
import { listOr404 } from '../lists.ts';
import { findReadiness, type ReadinessRecord, readinessRemoval, readinessWrite } from '../store.ts';

/** Who waits, or has a call, is looked at again after so long, should no event bring them; ms. */
export const lookAgainMs = 60_000;

/** How it stands with the actor and a list that dials by itself. */
export async function readinessFor(listId: string) {
  const { userId } = currentUser();
  await listOr404(listId);
  const [found, turn] = await Promise.all([findReadiness(userId), presentTurn(userId)]);
  const own = found?.listId === listId ? found : undefined;
  // One that was passed over may be a colleague's by now.
  const hidden = await hiddenLeads(own?.passedOver.map(({ leadId }) => leadId) ?? []);
  return {
    isReady: own?.isReady ?? false,
    since: own?.isReady ? own.since : null,
    waitsFor: own?.waitsFor ?? '',
    passedOver: own?.passedOver.filter(({ leadId }) => !hidden.has(leadId)) ?? [],
    turn: turn ?? null,
  };
}

/** That the agent may be free for the next lead: the worker sees whether they are. */
export const freeEvent = (agentId: string, listId: string): object =>
  event('calling.agent.free', agentId, { listId });

/**
 * The actor is ready: leads of the list are dialled for them until they pause. Said again, it changes nothing; said of
 * another list, it is that one from now on.
 * @throws 404; 409 for a list that is not active, not theirs, or does not dial, 'phone_not_signed_in' and 'phone_too_slow'
 */
export async function sayReady(listId: string) {
  const { userId } = currentUser();
  const list = await listOr404(listId);
  if (!list.isActive) throw conflict('This list is not active.', undefined, 'list_inactive');
  if (!(await worksOn(list)))
    throw conflict('You are not among the agents of this list.', undefined, 'not_on_list');
  if (!dialsByItself(list))
    throw conflict('The leads of this list are dialled by hand.', undefined, 'list_previews');
  if (ringsLeadsFirst(list)) await assertConnects();
  if (!(await statusOf(userId)).signedIn)
    throw conflict(
      'Please sign in to the phone first: calls are put through to it.',
      undefined,
      'phone_not_signed_in',
    );
  if (ringsLeadsFirst(list) && (await usersOnOtherDevices()).has(userId))
    throw conflict(
      'Whoever answers has to be put through within two seconds: sign in to the phone in the browser for this list.',
      undefined,
      'phone_too_slow',
    );
  // Who says so is through with the call before.
  await endWrapUp(userId);
  await retryOnConflict(async () => {
    const before = await findReadiness(userId);
    if (before?.isReady && before.listId === listId) return;
    const now = clock.now();
    const after: ReadinessRecord = {
      agentId: userId,
      listId,
      isReady: true,
      since: new Date(now).toISOString(),
      failures: 0,
      awaitsAnswers: false,
      passedOver: [],
      waitsFor: '',
      version: 0,
    };
    await commit(readinessWrite(before, after, now + lookAgainMs), freeEvent(userId, listId));
  });
  return readinessFor(listId);
}

/** Nothing more is dialled for the actor; a call that they have goes on. */
export async function pauseDialling(listId: string) {
  const { userId } = currentUser();
  await listOr404(listId);
  await commit(readinessRemoval(userId));
  return readinessFor(listId);
}

/** Writes what the dialler has found, and when to look again; where the agent has said something since, that stands. */
export async function note(
  before: ReadinessRecord,
  changes: Partial<
    Pick<ReadinessRecord, 'isReady' | 'awaitsAnswers' | 'failures' | 'passedOver' | 'waitsFor'>
  >,
  at = clock.now() + lookAgainMs,
): Promise<number> {
  await retryOnConflict(async () => {
    const now = await findReadiness(before.agentId);
    if (!now || now.listId !== before.listId || now.since !== before.since) return;
    const after = { ...now, ...changes };
    if (JSON.stringify(after) !== JSON.stringify(now)) await commit(readinessWrite(now, after, at));
  });
  return at;
}
