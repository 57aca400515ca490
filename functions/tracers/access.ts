import { actor, asSystem, currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { AppError, forbidden, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { customerOr404, inCustomer } from '#functions/platform/api.ts';
import type { TracerAccess } from '#shared/api/tracers.ts';
import { accessWrite, readAccess, type StoredAccess } from './store.ts';

const view = (tenantId: number, { enabled, monthlyLimit }: StoredAccess): TracerAccess => ({
  tenantId,
  enabled,
  monthlyLimit,
});

/** The operator asks for any workspace, an admin for their own. @throws 404 */
export async function getAccess(tenantId: number): Promise<TracerAccess> {
  const who = actor();
  if (who.kind === 'user' && who.role === 'operator') {
    await customerOr404(tenantId);
    return asSystem(tenantId, 'tracers', async () => view(tenantId, await readAccess()));
  }
  // As of a workspace that there is not: nobody learns of others.
  if (tenantId !== tenantOf()) throw notFound('The tenant');
  return view(tenantId, await readAccess());
}

const accessText = ({ enabled, monthlyLimit }: StoredAccess): string =>
  enabled ? `${monthlyLimit.toLocaleString('en-US')} searches a month` : 'off';

/** Lets a workspace search, or not; for the operator, with an entry in the audit log of both. @throws 404 */
export async function setAccess(
  tenantId: number,
  changes: { enabled?: boolean | undefined; monthlyLimit?: number | undefined },
): Promise<TracerAccess> {
  currentUser();
  return inCustomer(await customerOr404(tenantId), (target, record) =>
    retryOnConflict(async () => {
      const before = await readAccess();
      const after = { ...before, ...givenOf(changes) };
      if (after.enabled === before.enabled && after.monthlyLimit === before.monthlyLimit)
        return view(tenantId, before);
      const changed = [`skip tracing from ${accessText(before)} to ${accessText(after)}`];
      await record('operator.limitChanged', target, { changed }, accessWrite(before, after));
      return view(tenantId, after);
    }),
  );
}

/** Gives the demo its access. */
export async function openAccess(monthlyLimit: number): Promise<object[]> {
  const before = await readAccess();
  return before.version > 0 ? [] : [accessWrite(before, { ...before, enabled: true, monthlyLimit })];
}

/** The limit of a workspace that may search. @throws 403 'no_access' */
export async function assertAccess(): Promise<StoredAccess> {
  const access = await readAccess();
  if (!access.enabled)
    throw forbidden(
      'Access denied. Skip tracing is not switched on for this workspace. Ask whoever runs the platform for it.',
      'no_access',
    );
  return access;
}

/** Whose limit is used up. */
export const limitReached = (monthlyLimit: number): AppError =>
  new AppError(
    409,
    'monthly_limit',
    monthlyLimit === 0
      ? 'This workspace may make no searches. Whoever runs the platform can raise the limit.'
      : `The ${monthlyLimit.toLocaleString('en-US')} searches of this month are used up. The next month begins on the 1st, UTC.`,
  );
