import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { ownCaps } from '#functions/tenants/api.ts';
import type { Role } from '#shared/api/contract.ts';
import type { User } from '#shared/model/user.ts';
import { hashOfNewPassword } from './new-password.ts';
import { phoneOfUser } from './phone-hook.ts';
import { userNamed } from './read.ts';
import { insertUser, type UserRecord } from './store.ts';
import { view } from './view.ts';

export interface NewUser {
  username: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: Role;
  extension?: string | null;
  /** They have signed up by themselves, and are to confirm their address. */
  awaitsVerification?: true;
  /** They have opened a link that was mailed to their address. */
  emailProvenAt?: string;
}

export type FirstAdmin = Omit<NewUser, 'role'>;

/** @throws 400 for a password that would be guessed; 409 when the username, the e-mail address or the
 * extension is taken, 'cap_reached' */
export async function createUser(input: NewUser): Promise<User> {
  const [{ userId, writes }, { users }] = await Promise.all([newUser(input), ownCaps()]);
  const { extension, firstName, lastName, username } = input;
  const name = `${firstName} ${lastName}`.trim() || username;
  const phone = extension && (await phoneOfUser.run({ userId, name, extension, leaves: false }));
  await commit(writes(users), phone ? phone.writes : []);
  if (phone) await phone.afterwards();
  return view(await userNamed(userId));
}

/**
 * A tenant's first admin as writes, to be committed together with the tenant: a tenant without an admin, or an
 * admin without a tenant, never exists. `writes` is called in the new tenant's name; `company` is that name.
 */
export const firstAdmin = (input: FirstAdmin, company: string) =>
  newUser({ ...input, role: 'admin' }, company);

/** A user as writes, with their id. */
export async function newUser(input: NewUser, company?: string) {
  const { password, extension, ...given } = input;
  const now = clock.iso();
  const user: UserRecord = {
    ...given,
    userId: newId('usr'),
    state: 'present',
    permissions: {},
    isActive: true,
    extension: extension ?? undefined,
    passwordHash: await hashOfNewPassword(password, { ...given, company }),
    sessionEpoch: 1,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const { userId, username, role } = user;
  return {
    userId,
    /** @param most users that the tenant may have */
    writes: (most?: number) => [
      ...insertUser(user, most),
      event('user.created', userId, { userId, username, role }),
      auditEntry('user.created', auditedUser(user), { role }),
    ],
  };
}
