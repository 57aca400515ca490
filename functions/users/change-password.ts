import { accountMailsWork, askForMail } from '#functions/auth/account-mails.ts';
import { guardingPassword } from '#functions/auth/lockout.ts';
import { revokingToken } from '#functions/auth/one-time-token.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { changeUser, endedSessions } from './change.ts';
import { hashOfNewPassword } from './new-password.ts';
import { isPassword } from './passwords.ts';
import { me } from './read.ts';

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  /** Defaults to the new password. */
  confirmPassword?: string;
}

/**
 * Changes one's own password and ends one's other sessions.
 * @throws 400 when the passwords differ or the current one is wrong; 429 after too many wrong ones
 */
export async function changePassword(input: PasswordChange): Promise<void> {
  const { currentPassword, newPassword, confirmPassword = newPassword } = input;
  if (confirmPassword !== newPassword)
    throw badRequest('The new password and its confirmation are not the same.', { field: 'confirmPassword' });
  const user = await me();
  const right = await guardingPassword(user.username, () => isPassword(currentPassword, user.passwordHash));
  // Not 401, which a browser takes for the end of the session.
  if (!right) throw new AppError(400, 'wrong_password', 'The current password is not right.');
  const passwordHash = await hashOfNewPassword(newPassword, user, 'newPassword');
  await changeUser(
    user,
    { passwordHash },
    {
      sessions: endedSessions(user, currentUser().sessionId),
      alongside: [revokingToken('reset-password', user.userId)],
    },
  );
  if (accountMailsWork()) await askForMail({ mail: 'passwordChanged', userId: user.userId });
}
