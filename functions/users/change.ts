import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { auditOfChange } from './audit.ts';
import { changedSince, type StoredUser, type UserRecord, updateWrites } from './store.ts';

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

/**
 * Writes a user's change and the event that tells of it; nothing when nothing differs.
 * @param alongside writes that are made with the change or not at all
 * @throws 409 when the user is no longer at `version`, or the new e-mail address is taken
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
  const changed = (Object.keys(changes) as (keyof Changes)[]).filter(
    (key) => JSON.stringify(changes[key]) !== JSON.stringify(before[key]),
  );
  if (changed.length === 0) return;
  const { userId, username } = before;
  const after = { ...before, ...changes, ...sessions, updatedAt: clock.iso(), version: before.version + 1 };
  await commit(
    // First, so that its refusal is the one that is told.
    alongside,
    updateWrites(before, after),
    event('user.updated', userId, { userId, username, changed: changed.map(publicName) }),
    auditOfChange(before, changes, changed),
  );
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
