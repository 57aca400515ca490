import { askForMail, assertRate, linkOver, revokeToken } from '#functions/accountGuard/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { confirmationWrites } from '#functions/tenants/api.ts';
import { changeUser } from './change.ts';
import { me } from './read.ts';
import { emailTaken, findByEmail, findUser, type StoredUser } from './store.ts';

/** The address of a user that a link is still to confirm; undefined where there is none. */
export const addressToConfirm = (user: StoredUser): string | undefined =>
  user.pendingEmail ?? (user.awaitsVerification ? user.email : undefined);

/** Whether a user who has signed up by themselves is still to confirm their address. */
export const awaitsVerification = async (userId: string): Promise<boolean> =>
  (await findUser(userId))?.awaitsVerification === true;

/** Whether somebody of the tenant has shown by a link that they read what comes to an address. */
export const isProvenAddress = async (email: string): Promise<boolean> =>
  (await findByEmail(email.toLowerCase()))?.emailProvenAt !== undefined;

/** Has the link mailed that confirms a user's address. @throws 429 after several in a day */
export async function sendVerification(userId: string): Promise<void> {
  await assertRate('verify', userId);
  await askForMail({ mail: 'verify', userId });
}

/** Has one's own link mailed again. @throws 400 where there is nothing to confirm; 429 */
export async function resendVerification(): Promise<string> {
  const user = await me();
  const address = addressToConfirm(user);
  if (!address) throw badRequest('Your e-mail address is confirmed already.');
  await sendVerification(user.userId);
  return address;
}

/** @throws 409 'email_taken' when somebody else of the tenant has the address */
export async function assertFree(email: string, user: StoredUser): Promise<void> {
  const other = await findByEmail(email);
  if (other && other.userId !== user.userId) throw emailTaken(email);
}

/**
 * Takes an address for the user's own, as a link says that was mailed there. A trial whose admin it is may send from
 * now on. `spending` uses the link up.
 * @throws 400 'link_invalid' when the user has gone, or waits for another address by now; 409 'email_taken'
 */
export async function confirmAddress(userId: string, address: string, spending: object): Promise<void> {
  const user = await findUser(userId);
  if (!user || addressToConfirm(user) !== address) throw linkOver();
  await changeUser(
    user,
    {
      email: address,
      pendingEmail: undefined,
      awaitsVerification: undefined,
      emailProvenAt: clock.iso(),
    },
    // A link for a new password went to the address that was.
    {
      alongside: [
        spending,
        revokeToken('reset-password', userId),
        ...(user.role === 'admin' ? await confirmationWrites() : []),
      ],
    },
  );
}
