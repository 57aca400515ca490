import { accountMailsWork } from '#functions/accountGuard/api.ts';
import { actor } from '#functions/kernel/actor.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { permissionNames, refusalFor } from '#shared/model/permissions.ts';
import type { User } from '#shared/model/user.ts';
import { type Changes, changeUser, endedSessions } from './change.ts';
import { assertFree, sendVerification } from './email-address.ts';
import { hashOfNewPassword } from './new-password.ts';
import { getUser, userNamed } from './read.ts';
import type { StoredUser } from './store.ts';

export interface Update
  extends Omit<
    Changes,
    'passwordHash' | 'extension' | 'awaitsVerification' | 'emailProvenAt' | 'pendingEmail'
  > {
  password?: string;
  /** null takes it away. */
  extension?: string | null;
  /** The version the caller saw; a change made since is refused. */
  version?: number;
}

/**
 * Changes a user. A new password, another role, a permission less or a deactivation ends all of the user's sessions.
 * @throws 403 for what nobody may do to themselves, or to an operator; 404; 409
 */
export async function updateUser(userId: string, update: Update): Promise<User> {
  const user = await userNamed(userId);
  mayChange(user, update);
  const { password, version, extension, email, ...changes } = update;
  const address = await addressChange(user, email);
  await changeUser(
    user,
    {
      ...changes,
      ...address,
      ...(extension === undefined ? {} : { extension: extension ?? undefined }),
      ...(password === undefined
        ? {}
        : { passwordHash: await hashOfNewPassword(password, { ...user, ...changes }) }),
    },
    { version, sessions: endsSessions(user, update) ? endedSessions(user) : {} },
  );
  if (address.pendingEmail && address.pendingEmail !== user.pendingEmail) await sendVerification(userId);
  return getUser(userId);
}

/**
 * A new address takes the old one's place when the link that is mailed to it is opened; the old one again gives it up.
 * A deployment without a mail sender has no such link, and takes an admin's word.
 */
async function addressChange(user: StoredUser, email: string | undefined): Promise<Changes> {
  if (email === undefined) return {};
  if (email === user.email) return { pendingEmail: undefined };
  await assertFree(email, user);
  return accountMailsWork() ? { pendingEmail: email } : { email, emailProvenAt: undefined };
}

/** Whether what the user may is less after the change, or they must prove again who they are. */
function endsSessions(user: StoredUser, { password, role, permissions, isActive }: Update): boolean {
  if (password !== undefined || isActive === false) return true;
  if (role !== undefined && role !== user.role) return true;
  return permissionNames.some(
    (name) =>
      !refusalFor(user.role, user.permissions, name) &&
      refusalFor(user.role, permissions ?? user.permissions, name),
  );
}

function mayChange(user: StoredUser, update: Update): void {
  assertNotAboveActor(user);
  const who = actor();
  // Whatever permission led here: only an admin makes admins and gives permissions.
  if (who.kind === 'user' && who.role !== 'admin' && (update.role ?? update.permissions) !== undefined)
    throw forbidden('Access denied. admin role required.');
  if (!isActor(user)) return;
  if (update.role !== undefined && update.role !== user.role)
    throw forbidden('You cannot change your own role. Ask another admin.');
  if (update.isActive === false)
    throw forbidden('You cannot deactivate your own account. Ask another admin.');
  if (update.password !== undefined)
    throw forbidden('Change your own password by giving your current one, under your account.');
}

export const isActor = (user: StoredUser): boolean => {
  const who = actor();
  return who.kind === 'user' && who.userId === user.userId;
};

/** An operator stands above a tenant's admins, who could else make themselves one by a new password. */
export function assertNotAboveActor(user: StoredUser): void {
  const who = actor();
  if (user.role === 'operator' && who.kind === 'user' && who.role !== 'operator')
    throw forbidden('Access denied. operator role required.');
}
