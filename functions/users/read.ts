import { currentUser } from '#functions/kernel/actor.ts';
import { notFound, unauthorized } from '#functions/kernel/errors.ts';
import type { User } from '#shared/model/user.ts';
import { findUser, type StoredUser } from './store.ts';
import { view } from './view.ts';

/** @throws 404 */
export async function userNamed(userId: string): Promise<StoredUser> {
  const user = await findUser(userId);
  if (!user) throw notFound('The user');
  return user;
}

export const getUser = async (userId: string): Promise<User> => view(await userNamed(userId));

/** The user who is signed in. @throws 401 when they have been removed or deactivated since */
export async function me(): Promise<StoredUser> {
  const user = await findUser(currentUser().userId);
  if (!user?.isActive) throw unauthorized();
  return user;
}
