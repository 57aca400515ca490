import { asOperator, currentUser, platformTenant } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { commit } from '#functions/kernel/table.ts';
import type { AuditAction, AuditDetails, AuditTarget } from '#shared/model/audit.ts';

type Recorder = <A extends AuditAction>(
  action: A,
  target: AuditTarget,
  details: AuditDetails<A>,
  ...alongside: object[]
) => Promise<void>;

/**
 * Works in a tenant as the operator who is signed in. What is done goes by `record`, which commits it together with
 * its entry in the tenant's audit log, for its admins, and then keeps the same entry in the platform's own.
 */
export function inCustomer<T>(
  { id, name }: { id: number; name: string },
  work: (target: AuditTarget, record: Recorder) => Promise<T>,
): Promise<T> {
  const operator = currentUser();
  const target = { kind: 'tenant', id: String(id), name };
  const record: Recorder = async (action, of, details, ...alongside) => {
    await commit(...alongside, auditEntry(action, of, details));
    await asOperator(platformTenant, operator, () => commit(auditEntry(action, of, details)));
  };
  return asOperator(id, operator, () => work(target, record));
}
