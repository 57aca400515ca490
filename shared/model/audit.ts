import * as z from 'zod';
import { accessActions } from './audit/access.ts';
import { dataActions } from './audit/data.ts';
import { platformActions } from './audit/platform.ts';
import { workActions } from './audit/work.ts';

export { type AuditArea, auditAreas } from './audit/definition.ts';

/**
 * The audit log: what an admin wants to know afterwards. Tables of actions, each with the details it keeps (small, and
 * never a secret) and the sentence that people read. A new action is one entry in a table of `shared/model/audit`, and
 * one `auditEntry(…)` beside the change it tells of.
 */
export const auditActions = { ...accessActions, ...dataActions, ...workActions, ...platformActions } as const;

/** How long entries are kept, in days; as long as events. */
export const auditDays = 400;

export type AuditAction = keyof typeof auditActions;
export type AuditDetails<A extends AuditAction> = z.input<(typeof auditActions)[A]['details']>;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** The sentence of an entry. One whose details an older version wrote otherwise has the action's label. */
export function auditSentence(action: string, details: unknown, target: string): string {
  const known = Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : undefined;
  if (!known) return action;
  const parsed = known.details.safeParse(details);
  if (!parsed.success) return known.label;
  return (known.sentence as (details: unknown, target: string) => string)(parsed.data, target);
}

/** Who did it. `key` is a program with an API key, `visitor` somebody who had not signed in. */
const auditActor = z.object({
  kind: z.enum(['user', 'key', 'operator', 'system', 'visitor']),
  id: z.string(),
  name: z.string(),
});
export type AuditActor = z.infer<typeof auditActor>;

const auditTarget = z.object({ kind: z.string(), id: z.string(), name: z.string() });
/** What it was done to; its name as it was then. */
export type AuditTarget = z.infer<typeof auditTarget>;

export const auditRecord = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  summary: z.string().describe('what happened, in words'),
  actor: auditActor,
  address: z.string().nullable().describe('where the request came from'),
  target: auditTarget.nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.infer<typeof auditRecord>;
