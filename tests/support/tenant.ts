import { randomInt } from 'node:crypto';
import { addSession } from '#functions/auth/store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { createTenant } from '#functions/tenants/create.ts';
import { createUser, firstAdmin } from '#functions/users/create.ts';
import { userForNewSession } from '#functions/users/sign-in.ts';
import type { Role } from '#shared/api/contract.ts';
import { callFrom } from './call.ts';

export interface TestUser {
  tenantId: number;
  userId: string;
  username: string;
  email: string;
  password: string;
  role: Role;
  /** The address this user calls from. */
  address: string;
}

export interface TestTenant {
  id: number;
  name: string;
  /** Of this tenant alone, so that no test counts towards another's limits. */
  address: string;
  admin: TestUser;
  agent: TestUser;
  vendor: TestUser;
  /** One more user, made without a call. */
  user(role: Role, given?: Partial<TestUser>): Promise<TestUser>;
}

export const testPassword = 'correct horse battery';

const person = (
  username: string,
  tenantId: number,
  address: string,
  role: Role,
): Omit<TestUser, 'userId'> => ({
  tenantId,
  username,
  email: `${username}@example.com`,
  password: testPassword,
  role,
  address,
});

const names = ({ username, email, password }: Omit<TestUser, 'userId'>) => ({
  username,
  email,
  password,
  firstName: username[0]!.toUpperCase() + username.slice(1),
  lastName: 'Tester',
});

/** A tenant of one test alone, with a user of each role. */
export async function freshTenant(): Promise<TestTenant> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const boss = person('boss', 0, address, 'admin');
  const prepared = await firstAdmin(names(boss), 'Northwind Solar');
  const tenant = await createTenant(
    { name: 'Northwind Solar', timeZone: 'America/New_York' },
    prepared.writes,
  );
  const { id, name } = tenant;
  let made = 0;
  const user = async (role: Role, given: Partial<TestUser> = {}): Promise<TestUser> => {
    const base = { ...person(given.username ?? `${role}${++made}`, id, address, role), ...given, role };
    const { userId } = await asSystem(id, 'test', () => createUser({ ...names(base), role }));
    return { ...base, userId };
  };
  return {
    id,
    name,
    address,
    admin: { ...boss, tenantId: id, userId: prepared.userId },
    agent: await user('agent', { username: 'agent' }),
    vendor: await user('vendor', { username: 'vendor' }),
    user,
  };
}

/** A session that outlives whatever a test does with the clock; one for each of a user's epochs is enough. */
const sessions = new Map<string, Promise<string>>();

/** The id of a session of the user, begun now: after a demotion it is one of the new role. */
export const sessionOf = ({ tenantId, userId }: TestUser): Promise<string> =>
  asSystem(tenantId, 'test', async () => {
    const user = await userForNewSession(userId).catch(() => undefined);
    const epoch = user?.sessionEpoch ?? 0;
    const key = `${userId} ${epoch}`;
    let session = sessions.get(key);
    if (!session) {
      const sessionId = newId('ses');
      const times = { startedAt: 0, expiresAt: 9_999_999_999 };
      session = addSession({ sessionId, userId, epoch, current: '', ...times }).then(() => sessionId);
      sessions.set(key, session);
    }
    return session;
  });

/** Calls in a user's name, signed in now: `await as(tenant.admin).call(api.users.list, { limit: 2 })`. */
export function as(user: TestUser) {
  let session: Promise<string> | undefined;
  return callFrom({
    address: user.address,
    authorization: async () => {
      session ??= sessionOf(user);
      const { tenantId, userId } = user;
      return `Bearer ${await signAccessToken({ tenantId, userId, sessionId: await session })}`;
    },
  });
}

/** Calls with a token as it is, such as one that a login answered; from the tenant's address. */
export const withToken = (token: string, address?: string) =>
  callFrom({ address, authorization: async () => `Bearer ${token}` });

/** Calls of somebody who has not signed in. */
export const anybody = (address?: string) => callFrom({ address, authorization: async () => undefined });
