import { accountMailsWork, askForMail, revokeToken } from '#functions/accountGuard/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { changeUser, endedSessions } from './change.ts';
import { hashOfNewPassword } from './new-password.ts';
import { assertOwnPassword } from './own-password.ts';

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
  const user = await assertOwnPassword(currentPassword, 'currentPassword');
  const passwordHash = await hashOfNewPassword(newPassword, user, 'newPassword');
  await changeUser(
    user,
    { passwordHash },
    {
      sessions: endedSessions(user, currentUser().sessionId),
      alongside: [revokeToken('reset-password', user.userId)],
    },
  );
  if (accountMailsWork()) await askForMail({ mail: 'passwordChanged', userId: user.userId });
}
