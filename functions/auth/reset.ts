import {
  askForMail,
  callerAddress,
  clearLockouts,
  withinPlatformRate,
  withinRate,
  withToken,
} from '#functions/accountGuard/api.ts';
import { asVisitor } from '#functions/kernel/actor.ts';
import { tooMany } from '#functions/kernel/errors.ts';
import { setForgottenPassword } from '#functions/users/api.ts';

/**
 * Has a link for a new password mailed to the user of a username or an e-mail address. Whether there is one is looked
 * up by who writes the mail: the answer, and the time it takes, are the same for a name that is nobody's. More than a
 * few for one name are left out without a word.
 * @throws 429 for an address of the network that asks for many
 */
export async function forgotPassword({ name, tenantId }: { name: string; tenantId: number }): Promise<void> {
  if (!(await withinPlatformRate('resetOfAddress', callerAddress())))
    throw tooMany('Too many attempts. Please try again in an hour.', 3600);
  await asVisitor(tenantId, async () => {
    if (await withinRate('resetOfName', name)) await askForMail({ mail: 'reset', name });
  });
}

/**
 * Sets the password of the user whom a link was mailed to, and ends all of their sessions and lockouts.
 * @throws 400 'link_invalid'
 */
export const resetPassword = (token: string, password: string): Promise<void> =>
  withToken('reset-password', token, async ({ subject, spending }) => {
    const username = await setForgottenPassword(subject, password, spending);
    await clearLockouts(username);
    await askForMail({ mail: 'passwordChanged', userId: subject });
  });
