import { createHash } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { accepted, ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { User } from '#shared/model/user.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import { userNamed } from './read.ts';
import { findByUsername, findUser, replaceHash, type StoredUser, writeSignIn } from './store.ts';
import { view } from './view.ts';

/** A user as the sessions of the `auth` noun need them. */
export interface SessionUser extends User {
  /** Sessions begun under an earlier number are over. */
  sessionEpoch: number;
  /** Another after each change of the password; it tells nothing of it. */
  passwordMark: string;
}

const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url');

const sessionView = (user: StoredUser): SessionUser => ({
  ...view(user),
  sessionEpoch: user.sessionEpoch,
  passwordMark: markOf(user.passwordHash),
});

/** The user who has this username, active or not. */
export async function userToSignIn(username: string): Promise<SessionUser | undefined> {
  const user = await findByUsername(username.toLowerCase());
  return user && sessionView(user);
}

/** The user whom username and password name, active or not; takes equally long for an unknown one. */
export async function findForSignIn(username: string, password: string): Promise<SessionUser | undefined> {
  const user = await findByUsername(username.toLowerCase());
  const right = await isPassword(password, user?.passwordHash);
  return right && user ? sessionView(user) : undefined;
}

/** The user with this id, active or not. */
export async function findSessionUser(userId: string): Promise<SessionUser | undefined> {
  const user = await findUser(userId);
  return user && sessionView(user);
}

/** A user who has just been made and needs no password to enter. @throws 404 */
export const userForNewSession = async (userId: string): Promise<SessionUser> =>
  sessionView(await userNamed(userId));

/**
 * Notes that the user signed in now. A password hashed by a cheaper setting than today's is hashed again, since
 * here it is known. A password changed at this very moment stands.
 */
export async function noteSignIn(userId: string, password?: string): Promise<void> {
  const user = await findUser(userId);
  if (!user) return;
  const outdated = password !== undefined && isOutdated(user.passwordHash);
  const passwordHash = outdated ? await hashPassword(password) : undefined;
  await commit(writeSignIn(user, clock.iso(), passwordHash)).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/**
 * Rehashes a password that was right where that is due, for a sign-in that a second factor is still to finish: only
 * here is the password known. Answers the user with the mark of the new hash, by which the sign-in goes on. A password
 * changed at this very moment stands, and the mark of the old one ends the sign-in.
 */
export async function upgradePassword(user: SessionUser, password: string): Promise<SessionUser> {
  const stored = await findUser(user.userId);
  if (!stored || markOf(stored.passwordHash) !== user.passwordMark || !isOutdated(stored.passwordHash))
    return user;
  const passwordHash = await hashPassword(password);
  const kept = await accepted(commit(replaceHash(stored, passwordHash)));
  return kept ? { ...user, passwordMark: markOf(passwordHash) } : user;
}

/** The user of a session, if it may go on: not removed, not deactivated, and the session not ended since. */
export async function findForSession(
  userId: string,
  session: { id: string; epoch: number },
): Promise<SessionUser | undefined> {
  const user = await findUser(userId);
  if (!user?.isActive) return undefined;
  const standing = session.epoch === user.sessionEpoch || session.id === user.keptSession;
  return standing ? sessionView(user) : undefined;
}
