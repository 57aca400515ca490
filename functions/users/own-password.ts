import { guardingPassword } from '#functions/accountGuard/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { isPassword } from './passwords.ts';
import { me } from './read.ts';
import type { StoredUser } from './store.ts';

/**
 * Asks the signed-in user for the password again, before what a stolen session must not be able to do. Failures
 * count as failed sign-ins.
 * @throws 400 when it is wrong; 429 after too many
 */
export async function assertOwnPassword(password: string, field = 'password'): Promise<StoredUser> {
  const user = await me();
  const right = await guardingPassword(user.username, () => isPassword(password, user.passwordHash));
  if (right) return user;
  const message =
    field === 'currentPassword' ? 'The current password is not right.' : 'The password is not right.';
  // Not 401, which a browser takes for the end of the session.
  throw new AppError(400, 'wrong_password', message, { details: { issues: [{ path: field, message }] } });
}
