import { actor, actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import {
  type AgentStatus,
  agentStatusLimits,
  builtInStatuses,
  type PresentStatus,
  type StatusCause,
} from '#shared/model/agent-status.ts';
import { configOf, type ResolvedConfig } from './resolve.ts';
import { earlierPresences, everyPresence, findPresence, type Presence, presenceWrites } from './store.ts';
import { afterHappening, type Happening, nextLookAt, overdueFrom, unknownPresence } from './transition.ts';

/** News of calls and sessions of one agent may come at one instant. */
const manyAtOnce = { tries: 30, pauseMs: 4, maxPauseMs: 120 };

const keptMs = agentStatusLimits.logDays * 86_400_000;

/** What an agent is in at an instant: a wrap-up that has run out is over, whether or not that was written yet. */
export function present(stored: Presence, at: number): PresentStatus {
  const { after } = afterHappening(stored, { type: 'settle' }, at, 'wrap-up');
  const { status, since, signedIn, wrapUpUntil, chosen, callIds } = after;
  const overdue = overdueFrom(after);
  const inCall = signedIn && (callIds.length > 0 || wrapUpUntil !== null);
  return {
    userId: after.userId,
    status: status.key,
    label: status.label,
    color: status.color,
    isAvailable: status.isAvailable,
    isPaid: status.isPaid,
    since,
    until: wrapUpUntil ?? (overdue === undefined ? null : new Date(overdue).toISOString()),
    isOverdue: overdue !== undefined && overdue <= at,
    signedIn,
    next: inCall ? chosen.key : null,
  };
}

/** Who changed it; null for what follows by itself. */
const changedBy = (cause: StatusCause): string | null =>
  actor().kind === 'system' || cause === 'wrap-up' ? null : actorName();

/** Has something happen to an agent: their state and its log change together, or not at all. */
export function happens(
  userId: string,
  happening: Happening,
  cause: StatusCause,
  at: number = clock.now(),
): Promise<PresentStatus> {
  return retryOnConflict(async () => {
    const before = (await findPresence(userId)) ?? unknownPresence(userId, new Date(at).toISOString());
    const { after, transitions } = afterHappening(before, happening, at, cause);
    if (JSON.stringify(after) === JSON.stringify(before)) return present(before, clock.now());
    const version = before.version + 1;
    const stored = { ...after, version };
    // Two changes of one write have the same version; their instants differ, or their order in the list does.
    const changes = transitions.map((transition, n) => ({
      ...transition,
      userId,
      seq: version * 10 + n,
      by: changedBy(transition.cause),
      expiresAt: Math.floor((at + keptMs) / 1000),
    }));
    await commit(presenceWrites(before, stored, changes, nextLookAt(stored)));
    return present(stored, clock.now());
  }, manyAtOnce);
}

/** The statuses that an agent can choose from. */
const choicesOf = ({ statuses }: ResolvedConfig): AgentStatus[] => [builtInStatuses.available, ...statuses];

/** An agent is at the phone; one who is already stays in what they are. */
export const agentSignedIn = (userId: string) => happens(userId, { type: 'signIn' }, 'session');
export const agentSignedOut = (userId: string) => happens(userId, { type: 'signOut' }, 'session');

/** Ends a wrap-up before its time; what the agent chose holds then. */
export const endWrapUp = (userId: string) => happens(userId, { type: 'wrappedUp' }, 'self');

/** An agent talks in a call. @param at when they took it up; ISO 8601 */
export const agentCallBegan = (userId: string, callId: string, at: string) =>
  happens(userId, { type: 'callBegan', callId }, 'call', Date.parse(at));

/** An agent's part in a call is over: the wrap-up of their config begins, where there is one. The same again changes nothing. */
export async function agentCallEnded(userId: string, callId: string, at: string, wrapsUp = true) {
  const wrapUpSeconds = wrapsUp ? (await configOf(userId)).wrapUpSeconds : 0;
  return happens(userId, { type: 'callEnded', callId, wrapUpSeconds }, 'call', Date.parse(at));
}

/**
 * Chooses what an agent is in: at once, or once their call has ended. It ends a wrap-up.
 * @throws 400 for a status that their config does not have; 409 'signed_out'
 */
export async function setStatusOf(
  userId: string,
  key: string,
  cause: 'self' | 'admin',
): Promise<PresentStatus> {
  const [config, stored] = await Promise.all([configOf(userId), findPresence(userId)]);
  const status = choicesOf(config).find((one) => one.key === key);
  if (!status) {
    const known = choicesOf(config).map(({ key }) => key);
    throw badRequest(`There is no status “${key}”. It can be ${known.join(', ')}.`, { field: 'status' });
  }
  if (!stored?.signedIn) {
    const sentence =
      cause === 'self'
        ? 'Sign in to the phone to choose a status.'
        : 'This agent is not signed in to the phone, and has no status to change.';
    throw conflict(sentence, undefined, 'signed_out');
  }
  return happens(userId, { type: 'choose', status }, cause);
}

/** @throws 404 for nobody who takes calls */
async function assertAgent(userId: string): Promise<void> {
  if (!takesLeads(await findUser(userId))) throw notFound('The agent');
}

/** As `setStatusOf`, of a colleague. @throws 404 for nobody who takes calls */
export async function setStatusOfAgent(userId: string, key: string): Promise<PresentStatus> {
  await assertAgent(userId);
  return setStatusOf(userId, key, 'admin');
}

/** What an agent is in now. */
export async function statusOf(userId: string): Promise<PresentStatus> {
  const now = clock.now();
  return present((await findPresence(userId)) ?? unknownPresence(userId, clock.iso()), now);
}

/** What everybody is in who was ever at the phone. */
export async function statusesNow(): Promise<PresentStatus[]> {
  const now = clock.now();
  return (await everyPresence()).map((presence) => present(presence, now));
}

/** What an agent is in, and what can be chosen. */
export async function statusWithChoices(userId: string) {
  const [status, config] = await Promise.all([statusOf(userId), configOf(userId)]);
  return { ...status, choices: choicesOf(config), wrapUpSeconds: config.wrapUpSeconds };
}

/** @throws 404 for nobody who takes calls */
export async function statusOfAgent(userId: string) {
  await assertAgent(userId);
  return statusWithChoices(userId);
}

/** The sweeper's part: a wrap-up that is over is written so, and a status that lasts too long is noted. */
export const agentPresenceWork: DueWork = {
  async look(userId) {
    if (!(await findPresence(userId))) return undefined;
    await happens(userId, { type: 'settle' }, 'wrap-up');
    const stored = await findPresence(userId);
    return stored && nextLookAt(stored);
  },
  earlier: earlierPresences,
};
