import { tenantOf } from '#functions/kernel/actor.ts';
import type { User } from '#shared/model/user.ts';
import type { StoredUser } from './store.ts';

/** What callers see of a user: never the password's hash, nor what sessions are reckoned by. */
export const view = (user: StoredUser): User => ({
  userId: user.userId,
  id: user.userId,
  tenantId: tenantOf(),
  username: user.username,
  email: user.email,
  emailVerified: user.awaitsVerification !== true,
  pendingEmail: user.pendingEmail ?? null,
  firstName: user.firstName,
  lastName: user.lastName,
  fullName: user.firstLast || user.username,
  role: user.role,
  permissions: user.permissions,
  isActive: user.isActive,
  extension: user.extension ?? null,
  lastLoginAt: user.lastLoginAt ?? null,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  version: user.version,
});
