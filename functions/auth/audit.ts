import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry, auditedUser, recordAudit } from '#functions/kernel/audit.ts';
import { findTenant } from '#functions/tenants/api.ts';
import { userToSignIn } from '#functions/users/api.ts';
import type { AuditActor, AuditDetails } from '#shared/model/audit.ts';
import type { User } from '#shared/model/user.ts';

type Person = Pick<User, 'userId' | 'username' | 'role'>;

const himself = ({ userId, username, role }: Person): AuditActor => ({
  kind: role === 'operator' ? 'operator' : 'user',
  id: userId,
  name: username,
});

export const recordSignIn = (user: Person, method?: string): Promise<void> =>
  recordAudit('user.signedIn', auditedUser(user), { method }, himself(user));

export const recordSignOut = (user: Person): Promise<void> =>
  recordAudit('user.signedOut', auditedUser(user), {}, himself(user));

/**
 * Notes a sign-in that failed, in the tenant that was named, if there is one. A username that nobody has is not kept:
 * people type their password there by mistake.
 */
export async function recordFailedSignIn(
  username: string,
  reason: AuditDetails<'user.signInFailed'>['reason'],
): Promise<void> {
  if (!(await findTenant(tenantOf()))) return;
  const user = await userToSignIn(username);
  const target = user ? auditedUser(user) : { kind: 'user', id: '', name: 'an unknown username' };
  await recordAudit('user.signInFailed', target, { reason });
}

/** The entry for a session that was ended in another way than by signing out there. */
export const auditOfEnd = (user: Omit<Person, 'role'>, reason: string): object =>
  auditEntry('session.ended', auditedUser(user), { reason });
