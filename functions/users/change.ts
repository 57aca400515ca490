import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { auditOfChange } from './audit.ts';
import { type PhoneOfUser, type PhoneWrites, phoneOfUser } from './phone-hook.ts';
import { changedSince, findUser, type StoredUser, type UserRecord, updateWrites } from './store.ts';

/** What a change may touch; the rest of a user changes by itself. */
export type Changes = Partial<
  Pick<
    UserRecord,
    | 'email'
    | 'awaitsVerification'
    | 'emailProvenAt'
    | 'pendingEmail'
    | 'firstName'
    | 'lastName'
    | 'role'
    | 'permissions'
    | 'isActive'
    | 'extension'
    | 'passwordHash'
  >
>;

/** Every session of the user is over from now on, but for `keptSession`. */
export const endedSessions = (user: StoredUser, keptSession?: string) => ({
  sessionEpoch: user.sessionEpoch + 1,
  keptSession,
});

const changedFields = (before: StoredUser, changes: Changes) =>
  (Object.keys(changes) as (keyof Changes)[]).filter(
    (key) => JSON.stringify(changes[key]) !== JSON.stringify(before[key]),
  );

/** The writes of a user's change and of what tells of it. */
function changeWrites(before: StoredUser, changes: Changes, sessions: Partial<UserRecord> = {}): object[] {
  const { userId, username } = before;
  const changed = changedFields(before, changes);
  const after = { ...before, ...changes, ...sessions, updatedAt: clock.iso(), version: before.version + 1 };
  return [
    updateWrites(before, after),
    event('user.updated', userId, { userId, username, changed: changed.map(publicName) }),
    auditOfChange(before, changes, changed),
  ].flat();
}

/** What the exchange has to do with a change; nothing with one that it does not follow. */
async function phoneChange(user: StoredUser, changes: Changes): Promise<PhoneWrites | undefined> {
  const changed = changedFields(user, changes);
  const leaves = changed.includes('isActive') && changes.isActive === false;
  if (!leaves && !changed.includes('extension')) return undefined;
  const phone: PhoneOfUser = { userId: user.userId, name: user.firstLast || user.username, leaves };
  if (changed.includes('extension')) phone.extension = changes.extension ?? null;
  return phoneOfUser.run(phone);
}

/**
 * Writes a user's change and the event that tells of it; nothing when nothing differs.
 * @param alongside writes that are made with the change or not at all
 * @throws 409 when the user is no longer at `version`, or the new e-mail address or extension is taken
 */
export async function changeUser(
  before: StoredUser,
  changes: Changes,
  {
    version,
    sessions = {},
    alongside = [],
  }: { version?: number; sessions?: Partial<UserRecord>; alongside?: object[] } = {},
): Promise<void> {
  if (version !== undefined && version !== before.version) throw changedSince(before.version);
  if (changedFields(before, changes).length === 0) return;
  const phone = await phoneChange(before, changes);
  await commit(
    // First, so that its refusal is the one that is told.
    alongside,
    changeWrites(before, changes, sessions),
    phone?.writes ?? [],
  );
  await phone?.afterwards();
}

/** The writes that give a user another extension, or none, for whoever changes the extension itself. */
export async function extensionOfUserWrites(userId: string, extension: string | null): Promise<object[]> {
  const user = await findUser(userId);
  return !user || (user.extension ?? null) === extension
    ? []
    : changeWrites(user, { extension: extension ?? undefined });
}

/** Ends all sessions of a user but `keptSession`, at once, also one that begins at this moment. @throws 409 */
export async function endSessions(
  user: StoredUser,
  keptSession: string,
  ...alongside: object[]
): Promise<void> {
  const { userId, username } = user;
  const after = {
    ...user,
    ...endedSessions(user, keptSession),
    updatedAt: clock.iso(),
    version: user.version + 1,
  };
  await commit(
    updateWrites(user, after),
    event('user.updated', userId, { userId, username, changed: ['sessions'] }),
    ...alongside,
  );
}

const publicName = (key: keyof Changes) => (key === 'passwordHash' ? 'password' : key);
