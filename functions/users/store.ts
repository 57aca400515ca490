import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import type { Guard } from '#functions/kernel/entity-types.ts';
import { AppError, changedSinceOpened, conflict } from '#functions/kernel/errors.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { pageOf } from '#functions/kernel/paging.ts';
import { capSentence } from '#functions/tenants/api.ts';
import { roles } from '#shared/api/contract.ts';
import type { PermissionMap } from '#shared/model/permissions.ts';

/** A removed user stays, because leads and calls name them; the indexes hold them apart from the present. */
const Users = entity('user', {
  fields: z.object({
    userId: z.string(),
    state: z.enum(['present', 'removed']),
    username: z.string(),
    email: z.string(),
    // true until a user who signed up has confirmed the address; absent for all others.
    awaitsVerification: z.boolean().optional(),
    // Since when it is known that the user reads what comes to the address: a link was opened that was mailed there.
    emailProvenAt: z.string().optional(),
    // An address that is to take the place of `email` as soon as it is confirmed.
    pendingEmail: z.string().optional(),
    firstName: z.string(),
    lastName: z.string(),
    // Both orders of the name, each the sort key of an index: people search by either.
    firstLast: z.string(),
    lastFirst: z.string(),
    role: z.enum(roles),
    permissions: z.custom<PermissionMap>(),
    isActive: z.boolean(),
    extension: z.string().optional(),
    passwordHash: z.string(),
    // Sessions begun under an earlier number are over, but for the one that `keptSession` names.
    sessionEpoch: z.number(),
    keptSession: z.string().optional(),
    lastLoginAt: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.number(),
  }),
  key: identityKeys.user,
  indexes: {
    byUsername: { index: 'gsi1', partition: ['state'], sort: ['username'] },
    byFirstName: { index: 'gsi2', partition: ['state'], sort: ['firstLast'] },
    byLastName: { index: 'gsi3', partition: ['state'], sort: ['lastFirst'] },
  },
});

/** What only one user of a tenant can have. The item is the reservation: who writes it first has the name. */
const Reserved = entity('userReserved', {
  fields: z.object({ kind: z.enum(['username', 'email']), value: z.string(), userId: z.string() }),
  key: { partition: ['kind'], sort: ['value'] },
});

/** How many users a tenant has, kept in each change's own transaction. */
const Counts = entity('userCounts', {
  fields: z.object({ users: z.number(), activeAdmins: z.number() }),
  key: { partition: [], sort: [] },
});

export type StoredUser = Stored<typeof Users>;
/** A user without what this file works out for itself. */
export type UserRecord = Omit<StoredUser, 'firstLast' | 'lastFirst'>;

const withBothOrders = (user: UserRecord): StoredUser => ({
  ...user,
  firstLast: `${user.firstName} ${user.lastName}`.trim(),
  lastFirst: `${user.lastName} ${user.firstName}`.trim(),
});

const reservation = (kind: 'username' | 'email', user: UserRecord) => ({
  kind,
  value: user[kind],
  userId: user.userId,
});

const reserve = (kind: 'username' | 'email', user: UserRecord) =>
  Reserved.insert(
    reservation(kind, user),
    kind === 'username'
      ? conflict(`The username ${user.username} is taken.`, { field: 'username' }, 'username_taken')
      : emailTaken(user.email),
  );

const release = (kind: 'username' | 'email', user: UserRecord) => Reserved.remove(reservation(kind, user));

const isActiveAdmin = (user: UserRecord) =>
  user.state === 'present' && user.role === 'admin' && user.isActive;

/** The counts' change, or nothing when the change leaves them as they are. */
function count(before: UserRecord | undefined, after: UserRecord, most?: number): object[] {
  const change = (is: (user: UserRecord) => boolean) =>
    Number(is(after)) - Number(before !== undefined && is(before));
  const users = change((user) => user.state === 'present');
  const activeAdmins = change(isActiveAdmin);
  if (users === 0 && activeAdmins === 0) return [];
  if (users > 0 && most !== undefined)
    return [
      Counts.upsert({})
        .add({ users, activeAdmins })
        .params({
          where: (at, { lt, notExists }) =>
            most > 0 ? `${notExists(at.users)} OR ${lt(at.users, most)}` : lt(at.users, 0),
          error: conflict(capSentence('users', most), undefined, 'cap_reached'),
        }),
    ];
  if (activeAdmins >= 0) return [Counts.upsert({}).add({ users, activeAdmins }).params()];
  return [
    Counts.patch({})
      .add({ users, activeAdmins })
      .params({
        where: ({ activeAdmins: admins }, { gt }) => gt(admins, 1),
        error: conflict(
          'This is the last active admin. Make somebody else an admin first.',
          undefined,
          'last_active_admin',
        ),
      }),
  ];
}

/**
 * The writes that add a user. They are refused when the username or the e-mail address is taken, or the tenant has as
 * many as it may.
 * @param most users of the tenant; by default there is no cap
 */
export const insertUser = (user: UserRecord, most?: number): object[] => [
  Users.insert(withBothOrders(user)),
  reserve('username', user),
  reserve('email', user),
  ...count(undefined, user, most),
];

/** The writes that change a user. They are refused when somebody changed it since `before` was read. */
export function updateWrites(before: StoredUser, after: UserRecord): object[] {
  const writes: object[] = [
    Users.put(withBothOrders(after), ifVersion(before.version, changedSince(before.version))),
  ];
  if (after.state === 'removed') writes.push(release('username', before), release('email', before));
  else if (after.email !== before.email) writes.push(release('email', before), reserve('email', after));
  return [...writes, ...count(before, after)];
}

export const changedSince = (version: number) => changedSinceOpened('user', { version });

/** Whether a write of a user was refused because somebody else had changed them since they were read. */
export const isUserChanged = (error: unknown): boolean =>
  error instanceof AppError && error.status === 409 && error.message === changedSince(0).message;

const whileHash = (passwordHash: string): Guard<StoredUser> => ({
  where: (at, { eq }) => eq(at.passwordHash, passwordHash),
});

/** The write that notes a sign-in; it does not count as a change of the user. */
export const writeSignIn = (user: StoredUser, at: string, passwordHash = user.passwordHash): object =>
  Users.patch({ userId: user.userId })
    .set({ lastLoginAt: at, passwordHash })
    .params(whileHash(user.passwordHash));

/** The write that keeps the same password under a dearer hash; refused when the password has changed meanwhile. */
export const replaceHash = (user: StoredUser, passwordHash: string): object =>
  Users.patch({ userId: user.userId }).set({ passwordHash }).params(whileHash(user.passwordHash));

/** Whether somebody may have leads and calls: all who are active but vendors. */
export const takesLeads = (user: StoredUser | undefined): boolean =>
  user?.isActive === true && user.role !== 'vendor';

/** A user who has not been removed. */
export async function findUser(userId: string): Promise<StoredUser | undefined> {
  const user = await Users.find({ userId });
  return user?.state === 'present' ? user : undefined;
}

/** Which of these users are there; those who were removed are not. */
export async function usersThere(userIds: string[]): Promise<string[]> {
  const users = await Users.findMany(userIds.map((userId) => ({ userId })));
  return users.filter(({ state }) => state === 'present').map(({ userId }) => userId);
}

async function findReserved(kind: 'username' | 'email', value: string): Promise<StoredUser | undefined> {
  const reserved = await Reserved.find({ kind, value });
  return reserved && findUser(reserved.userId);
}

export const findByUsername = (username: string) => findReserved('username', username);

/** The user who has an e-mail address; a user's address is theirs alone in a tenant. */
export const findByEmail = (email: string) => findReserved('email', email);

export const emailTaken = (email: string) =>
  conflict(`The e-mail address ${email} is taken.`, { field: 'email' }, 'email_taken');

export const userCounts = async (): Promise<Stored<typeof Counts>> =>
  (await Counts.find({})) ?? { users: 0, activeAdmins: 0 };

export const countUsers = async (): Promise<number> => (await userCounts()).users;

const present = { state: 'present' } as const;

/** The n-th page of all users, by username. */
export const page = (number: number, size: number): Promise<StoredUser[]> =>
  pageOf((options) => Users.query('byUsername', present).go(options), number, size);

export const everyUser = (): Promise<StoredUser[]> => Users.all('byUsername', present);

/** Users of whom the username, a name in either order, or the e-mail address begins with `text`; by username. */
export async function usersStartingWith(text: string): Promise<StoredUser[]> {
  const begin = text.toLowerCase();
  const all = { pages: 'all' } as const;
  const [usernames, firstNames, lastNames, addresses] = await Promise.all([
    Users.query('byUsername', present).begins({ username: begin }).go(all),
    Users.query('byFirstName', present).begins({ firstLast: begin }).go(all),
    Users.query('byLastName', present).begins({ lastFirst: begin }).go(all),
    Reserved.query('key', { kind: 'email' }).begins({ value: begin }).go(all),
  ]);
  const found = new Map(
    [...usernames.data, ...firstNames.data, ...lastNames.data].map((user) => [user.userId, user]),
  );
  const byAddress = addresses.data.filter(({ userId }) => !found.has(userId));
  for (const user of await Promise.all(byAddress.map(({ userId }) => findUser(userId))))
    if (user) found.set(user.userId, user);
  return [...found.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
}
