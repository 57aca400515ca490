import { z } from 'zod';
import {
  type AuditAction,
  type AuditActor,
  type AuditDetails,
  type AuditTarget,
  auditActions,
  auditDays,
} from '#shared/model/audit.ts';
import { actor } from './actor.ts';
import { clock } from './clock.ts';
import { entity, type Stored } from './entity.ts';
import { requests } from './http-context.ts';
import { newId } from './ids.ts';
import { commit } from './table.ts';

/** Seconds. */
const keepSeconds = auditDays * 24 * 3600;

/**
 * The audit log of a tenant. Entries lie by month, so that no partition grows without end; by who did it and by
 * what was done there is an index each. Nothing changes or removes an entry but its time to live.
 */
export const AuditEntries = entity('auditEntry', {
  fields: z.object({
    month: z.string(),
    entryId: z.string(),
    at: z.string(),
    action: z.string(),
    // Whose entry it is in the index by user: who did it, or whose account was tried.
    userId: z.string(),
    actor: z.custom<AuditActor>(),
    address: z.string().optional(),
    target: z.custom<AuditTarget>().optional(),
    details: z.custom<Record<string, unknown>>(),
    expiresAt: z.number(),
  }),
  key: { partition: ['month'], sort: ['at', 'entryId'] },
  indexes: {
    byUser: { index: 'gsi1', partition: ['userId'], sort: ['at', 'entryId'] },
    byAction: { index: 'gsi2', partition: ['action'], sort: ['at', 'entryId'] },
  },
});

export type StoredAuditEntry = Stored<typeof AuditEntries>;

export const auditMonth = (at: string): string => at.slice(0, 7);

/** How the actor of the context stands in the log. */
function currentActor(): AuditActor {
  const who = actor();
  switch (who.kind) {
    case 'user':
      return { kind: who.role === 'operator' ? 'operator' : 'user', id: who.userId, name: who.username };
    case 'key':
      return { kind: 'key', id: who.keyId, name: who.name };
    case 'system':
      if (who.operator) return { kind: 'operator', id: who.operator.userId, name: who.operator.username };
      // Sign-up makes a tenant in the name of somebody who is not known yet.
      return who.name === 'anonymous'
        ? { kind: 'visitor', id: '', name: '' }
        : { kind: 'system', id: who.name, name: who.name };
    case 'visitor':
    case 'anonymous':
      return { kind: 'visitor', id: '', name: '' };
    default:
      return who satisfies never;
  }
}

/**
 * The write that keeps an entry of the audit log in the actor's tenant; hand it to `commit` together with the change,
 * so that neither is there without the other.
 * @param details small and without secrets, as `shared/model/audit.ts` has them for the action
 * @param by who did it, where the context does not know yet: the user who has just signed in
 */
export function auditEntry<A extends AuditAction>(
  action: A,
  target: AuditTarget | null,
  details: AuditDetails<A>,
  by: AuditActor = currentActor(),
): object {
  const at = clock.iso();
  return AuditEntries.insert({
    month: auditMonth(at),
    entryId: newId('aud'),
    at,
    action,
    userId: by.kind === 'visitor' && target?.kind === 'user' ? target.id : by.id || by.kind,
    actor: by,
    address: requests.getStore()?.address,
    target: target ?? undefined,
    details: auditActions[action].details.parse(details),
    expiresAt: clock.seconds() + keepSeconds,
  });
}

/** Keeps an entry of what has no transaction of its own: a sign-in, a download. Arguments as of `auditEntry`. */
export const recordAudit = <A extends AuditAction>(
  ...entry: Parameters<typeof auditEntry<A>>
): Promise<void> => commit(auditEntry(...entry));

/** A user as the target of an entry. */
export const auditedUser = ({ userId, username }: { userId: string; username: string }): AuditTarget => ({
  kind: 'user',
  id: userId,
  name: username,
});
