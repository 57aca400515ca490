import { addressToConfirm } from './email-address.ts';
import { findByEmail, findByUsername, findUser, type StoredUser } from './store.ts';

/** A user as the mails about accounts need them. */
export interface Addressee {
  userId: string;
  username: string;
  email: string;
}

const view = ({ userId, username, email }: StoredUser): Addressee => ({ userId, username, email });

/** Who may sign in by this username or e-mail address; a deactivated user may not. */
export async function findAddresseeByName(name: string): Promise<Addressee | undefined> {
  const wanted = name.trim().toLowerCase();
  const user = (await findByUsername(wanted)) ?? (await findByEmail(wanted));
  return user?.isActive ? view(user) : undefined;
}

export async function findAddressee(userId: string): Promise<Addressee | undefined> {
  const user = await findUser(userId);
  return user && view(user);
}

/** The address of a user that is still to be confirmed. */
export async function addressToConfirmOf(userId: string): Promise<string | undefined> {
  const user = await findUser(userId);
  return user && addressToConfirm(user);
}
