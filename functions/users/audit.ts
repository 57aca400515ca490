import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import type { PermissionMap } from '#shared/model/permissions.ts';
import type { Changes } from './change.ts';
import type { StoredUser } from './store.ts';

/** What an admin has granted, denied and left to the role's default again. */
function permissionChanges(before: PermissionMap, after: PermissionMap) {
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  return {
    granted: changed.filter((name) => after[name]),
    denied: changed.filter((name) => !after[name]),
    reset: Object.keys(before).filter((name) => after[name] === undefined),
  };
}

/** The entries of the audit log that belong to a user's change, as writes: one for each sort of change. */
export function auditOfChange(before: StoredUser, changes: Changes, changed: (keyof Changes)[]): object[] {
  const target = auditedUser(before);
  const entries: object[] = [];
  const others: string[] = [];
  for (const key of changed)
    switch (key) {
      case 'role':
        entries.push(
          auditEntry('user.roleChanged', target, { from: before.role, to: changes.role ?? before.role }),
        );
        break;
      case 'permissions':
        entries.push(
          auditEntry(
            'user.permissionsChanged',
            target,
            permissionChanges(before.permissions, changes.permissions ?? {}),
          ),
        );
        break;
      case 'isActive':
        entries.push(auditEntry(changes.isActive ? 'user.activated' : 'user.deactivated', target, {}));
        break;
      case 'passwordHash':
        entries.push(auditEntry('user.passwordChanged', target, {}));
        break;
      case 'awaitsVerification':
      case 'emailProvenAt':
        // They come with the address's own change.
        break;
      default:
        others.push(fieldNames[key]);
    }
  return others.length > 0 ? [...entries, auditEntry('user.changed', target, { changed: others })] : entries;
}

const fieldNames = {
  email: 'the e-mail address',
  pendingEmail: 'the pending e-mail address',
  firstName: 'the first name',
  lastName: 'the last name',
  extension: 'the extension',
} as const satisfies Partial<Record<keyof Changes, string>>;
