import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { endedSessions } from './change.ts';
import { phoneOfUser } from './phone-hook.ts';
import { userNamed } from './read.ts';
import { updateWrites } from './store.ts';
import { assertNotAboveActor, isActor } from './update.ts';

/**
 * Removes a user: the sessions end, the username, the e-mail address and the extension are free again, and what the user did
 * keeps their name.
 * @throws 403 for oneself or an operator; 404; 409 for the last active admin
 */
export async function removeUser(userId: string): Promise<void> {
  const user = await userNamed(userId);
  assertNotAboveActor(user);
  if (isActor(user)) throw forbidden('You cannot remove your own account. Ask another admin.');
  const { username } = user;
  const removed = {
    ...user,
    ...endedSessions(user),
    state: 'removed' as const,
    isActive: false,
    extension: undefined,
    updatedAt: clock.iso(),
    version: user.version + 1,
  };
  const name = user.firstLast || username;
  const phone = await phoneOfUser.run({ userId, name, extension: null, leaves: true });
  await commit(
    updateWrites(user, removed),
    event('user.removed', userId, { userId, username }),
    auditEntry('user.removed', auditedUser(user), {}),
    phone.writes,
  );
  await phone.afterwards();
}
