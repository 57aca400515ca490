import { linkOver } from '#functions/accountGuard/api.ts';
import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import { changeUser, endedSessions } from './change.ts';
import { hashOfNewPassword } from './new-password.ts';
import { findUser } from './store.ts';

/**
 * Sets a forgotten password, by a link that was mailed to the user, and ends all of their sessions.
 * @param spending the write that uses the link up
 * @returns the username @throws 400 'link_invalid' for a user who has gone or is deactivated
 */
export async function setForgottenPassword(
  userId: string,
  password: string,
  spending: object,
): Promise<string> {
  const user = await findUser(userId);
  if (!user?.isActive) throw linkOver();
  const passwordHash = await hashOfNewPassword(password, user, 'password');
  await changeUser(
    user,
    { passwordHash },
    {
      sessions: endedSessions(user),
      alongside: [spending, auditEntry('user.passwordReset', auditedUser(user), {})],
    },
  );
  return user.username;
}
