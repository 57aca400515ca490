import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { pageOf } from '#functions/kernel/paging.ts';
import { connection, decisive, keys, model, orElse, readEvery } from '#functions/kernel/table.ts';
import { capSentence } from '#functions/tenants/api.ts';
import { roles } from '#shared/api/contract.ts';

const { primary, gsi1, gsi2, gsi3 } = keys;

/** A removed user stays, because leads and calls name them; the indexes hold them apart from the present. */
const Users = new Entity(
  {
    model: model('user'),
    attributes: {
      tenantId: { type: 'number', required: true },
      userId: { type: 'string', required: true },
      state: { type: ['present', 'removed'] as const, required: true },
      username: { type: 'string', required: true },
      email: { type: 'string', required: true },
      // true until a user who signed up has confirmed the address; absent for all others.
      awaitsVerification: { type: 'boolean' },
      // Since when it is known that the user reads what comes to the address: a link was opened that was mailed there.
      emailProvenAt: { type: 'string' },
      // An address that is to take the place of `email` as soon as it is confirmed.
      pendingEmail: { type: 'string' },
      firstName: { type: 'string', required: true },
      lastName: { type: 'string', required: true },
      // Both orders of the name, each the sort key of an index: people search by either.
      firstLast: { type: 'string', required: true },
      lastFirst: { type: 'string', required: true },
      role: { type: roles, required: true },
      permissions: { type: 'any', required: true },
      isActive: { type: 'boolean', required: true },
      extension: { type: 'string' },
      passwordHash: { type: 'string', required: true },
      // Sessions begun under an earlier number are over, but for the one that `keptSession` names.
      sessionEpoch: { type: 'number', required: true },
      keptSession: { type: 'string' },
      lastLoginAt: { type: 'string' },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      byId: identityKeys.user,
      byUsername: {
        index: gsi1.index,
        pk: { ...gsi1.pk, composite: ['tenantId', 'state'] },
        sk: { ...gsi1.sk, composite: ['username'] },
      },
      byFirstName: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId', 'state'] },
        sk: { ...gsi2.sk, composite: ['firstLast'] },
      },
      byLastName: {
        index: gsi3.index,
        pk: { ...gsi3.pk, composite: ['tenantId', 'state'] },
        sk: { ...gsi3.sk, composite: ['lastFirst'] },
      },
    },
  },
  connection,
);

/** What only one user of a tenant can have. The item is the reservation: who writes it first has the name. */
const Reserved = new Entity(
  {
    model: model('userReserved'),
    attributes: {
      tenantId: { type: 'number', required: true },
      kind: { type: ['username', 'email'] as const, required: true },
      value: { type: 'string', required: true },
      userId: { type: 'string', required: true },
    },
    indexes: {
      byValue: {
        pk: { ...primary.pk, composite: ['tenantId', 'kind'] },
        sk: { ...primary.sk, composite: ['value'] },
      },
    },
  },
  connection,
);

/** How many users a tenant has, kept in each change's own transaction. */
const Counts = new Entity(
  {
    model: model('userCounts'),
    attributes: {
      tenantId: { type: 'number', required: true },
      users: { type: 'number', required: true },
      activeAdmins: { type: 'number', required: true },
    },
    indexes: {
      ofTenant: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export type StoredUser = EntityItem<typeof Users>;
/** A user without what this file works out for itself. */
export type UserRecord = Omit<StoredUser, 'tenantId' | 'firstLast' | 'lastFirst'>;

const item = (user: UserRecord): StoredUser => ({
  ...user,
  tenantId: tenantOf(),
  firstLast: `${user.firstName} ${user.lastName}`.trim(),
  lastFirst: `${user.lastName} ${user.firstName}`.trim(),
});

const reservation = (kind: 'username' | 'email', user: UserRecord) => ({
  tenantId: tenantOf(),
  kind,
  value: user[kind],
  userId: user.userId,
});

const reserve = (kind: 'username' | 'email', user: UserRecord) =>
  orElse(
    Reserved.create(reservation(kind, user)).params(),
    kind === 'username'
      ? conflict(`The username ${user.username} is taken.`, { field: 'username' }, 'username_taken')
      : emailTaken(user.email),
  );

const release = (kind: 'username' | 'email', user: UserRecord) =>
  Reserved.delete(reservation(kind, user)).params();

const isActiveAdmin = (user: UserRecord) =>
  user.state === 'present' && user.role === 'admin' && user.isActive;

/** The counts' change, or nothing when the change leaves them as they are. */
function count(before: UserRecord | undefined, after: UserRecord, most?: number): object[] {
  const tenantId = tenantOf();
  const change = (is: (user: UserRecord) => boolean) =>
    Number(is(after)) - Number(before !== undefined && is(before));
  const users = change((user) => user.state === 'present');
  const activeAdmins = change(isActiveAdmin);
  if (users === 0 && activeAdmins === 0) return [];
  if (users > 0 && most !== undefined)
    return [
      orElse(
        Counts.update({ tenantId })
          .add({ users, activeAdmins })
          .where((at, { lt, notExists }) =>
            most > 0 ? `${notExists(at.users)} OR ${lt(at.users, most)}` : lt(at.users, 0),
          )
          .params(),
        conflict(capSentence('users', most), undefined, 'cap_reached'),
      ),
    ];
  if (activeAdmins >= 0) return [Counts.upsert({ tenantId }).add({ users, activeAdmins }).params()];
  return [
    orElse(
      Counts.patch({ tenantId })
        .add({ users, activeAdmins })
        .where(({ activeAdmins: admins }, { gt }) => gt(admins, 1))
        .params(),
      conflict(
        'This is the last active admin. Make somebody else an admin first.',
        undefined,
        'last_active_admin',
      ),
    ),
  ];
}

/**
 * The writes that add a user. They are refused when the username or the e-mail address is taken, or the tenant has as
 * many as it may.
 * @param most users of the tenant; by default there is no cap
 */
export const adding = (user: UserRecord, most?: number): object[] => [
  Users.create(item(user)).params(),
  reserve('username', user),
  reserve('email', user),
  ...count(undefined, user, most),
];

/** The writes that change a user. They are refused when somebody changed it since `before` was read. */
export function updateWrites(before: StoredUser, after: UserRecord): object[] {
  const writes: object[] = [
    orElse(
      Users.put(item(after))
        .where(({ version }, { eq }) => eq(version, before.version))
        .params(),
      changedSince(before.version),
    ),
  ];
  if (after.state === 'removed') writes.push(release('username', before), release('email', before));
  else if (after.email !== before.email) writes.push(release('email', before), reserve('email', after));
  return [...writes, ...count(before, after)];
}

export const changedSince = (version: number) =>
  conflict('Somebody has changed this user since you opened it. Reload it and try again.', { version });

/** The write that notes a sign-in; it does not count as a change of the user. */
export const notingSignIn = (user: StoredUser, at: string, passwordHash = user.passwordHash): object =>
  Users.patch({ tenantId: tenantOf(), userId: user.userId })
    .set({ lastLoginAt: at, passwordHash })
    .where(({ passwordHash: hash }, { eq }) => eq(hash, user.passwordHash))
    .params();

/** The write that keeps the same password under a dearer hash; refused when the password has changed meanwhile. */
export const rehashing = (user: StoredUser, passwordHash: string): object =>
  Users.patch({ tenantId: tenantOf(), userId: user.userId })
    .set({ passwordHash })
    .where(({ passwordHash: hash }, { eq }) => eq(hash, user.passwordHash))
    .params();

/** Whether somebody may have leads and calls: all who are active but vendors. */
export const takesLeads = (user: StoredUser | undefined): boolean =>
  user?.isActive === true && user.role !== 'vendor';

/** A user who has not been removed. */
export async function findUser(userId: string): Promise<StoredUser | undefined> {
  const { data } = await Users.get({ tenantId: tenantOf(), userId }).go({ consistent: true });
  return data?.state === 'present' ? data : undefined;
}

/** Which of these users are there; those who were removed are not. */
export async function usersThere(userIds: string[]): Promise<string[]> {
  const tenantId = tenantOf();
  const users = await readEvery(
    userIds.map((userId) => ({ tenantId, userId })),
    (some) => Users.get(some).go(decisive),
  );
  return users.filter(({ state }) => state === 'present').map(({ userId }) => userId);
}

export async function findByUsername(username: string): Promise<StoredUser | undefined> {
  const { data } = await Reserved.get({ tenantId: tenantOf(), kind: 'username', value: username }).go({
    consistent: true,
  });
  return data ? findUser(data.userId) : undefined;
}

/** The user who has an e-mail address; a user's address is theirs alone in a tenant. */
export async function findByEmail(email: string): Promise<StoredUser | undefined> {
  const { data } = await Reserved.get({ tenantId: tenantOf(), kind: 'email', value: email }).go({
    consistent: true,
  });
  return data ? findUser(data.userId) : undefined;
}

export const emailTaken = (email: string) =>
  conflict(`The e-mail address ${email} is taken.`, { field: 'email' }, 'email_taken');

export async function userCounts(): Promise<{ users: number; activeAdmins: number }> {
  const { data } = await Counts.get({ tenantId: tenantOf() }).go();
  return data ?? { users: 0, activeAdmins: 0 };
}

export const countUsers = async (): Promise<number> => (await userCounts()).users;

const present = () => ({ tenantId: tenantOf(), state: 'present' as const });

/** The n-th page of all users, by username. */
export const page = (number: number, size: number): Promise<StoredUser[]> =>
  pageOf((options) => Users.query.byUsername(present()).go(options), number, size);

export async function everyUser(): Promise<StoredUser[]> {
  return (await Users.query.byUsername(present()).go({ pages: 'all' })).data;
}

/** Users of whom the username, a name in either order, or the e-mail address begins with `text`; by username. */
export async function usersStartingWith(text: string): Promise<StoredUser[]> {
  const begin = text.toLowerCase();
  const all = { pages: 'all' } as const;
  const [usernames, firstNames, lastNames, addresses] = await Promise.all([
    Users.query.byUsername(present()).begins({ username: begin }).go(all),
    Users.query.byFirstName(present()).begins({ firstLast: begin }).go(all),
    Users.query.byLastName(present()).begins({ lastFirst: begin }).go(all),
    Reserved.query.byValue({ tenantId: tenantOf(), kind: 'email' }).begins({ value: begin }).go(all),
  ]);
  const found = new Map(
    [...usernames.data, ...firstNames.data, ...lastNames.data].map((user) => [user.userId, user]),
  );
  const byAddress = addresses.data.filter(({ userId }) => !found.has(userId));
  for (const user of await Promise.all(byAddress.map(({ userId }) => findUser(userId))))
    if (user) found.set(user.userId, user);
  return [...found.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
}
