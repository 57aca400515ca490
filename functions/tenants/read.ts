import { actor, asOperator, asSystem, tenantOf } from '#functions/kernel/actor.ts';
import { recordAudit } from '#functions/kernel/audit.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { Tenant } from '#shared/model/tenant.ts';
import { find, numbers } from './store.ts';
import { view } from './view.ts';

/** Any tenant, for the platform's own use. */
export const findTenant = (id: number): Promise<Tenant | undefined> =>
  asSystem(id, 'tenants', async () => {
    const tenant = await find();
    return tenant && view(tenant);
  });

/** Any tenant, for the platform's own use. @throws 404 */
export async function tenantById(id: number): Promise<Tenant> {
  const tenant = await findTenant(id);
  if (!tenant) throw notFound('The tenant');
  return tenant;
}

/**
 * Every tenant's number in order, a page at a time: `for await (const id of listTenantIds())`. A number may be
 * there whose tenant was never finished; work done for it finds nothing.
 */
export async function* listTenantIds(): AsyncGenerator<number> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof numbers>> = await numbers(cursor);
    yield* page.numbers;
    cursor = page.cursor;
  } while (cursor);
}

/** The tenant that the caller names: their own, or any for the operator. @throws 404 for all others alike */
export const getTenant = (id: number): Promise<Tenant> =>
  inTenant(id, async () => {
    const tenant = await tenantById(id);
    await recordVisit(tenant);
    return tenant;
  });

/** An operator who looks into a tenant leaves a trace there. */
async function recordVisit({ id, name }: Tenant): Promise<void> {
  const who = actor();
  if (who.kind === 'system' && who.operator)
    await recordAudit('operator.entered', { kind: 'tenant', id: String(id), name }, {});
}

/** Works in the tenant that the caller names. @throws 404 when it is another's and the caller no operator */
export async function inTenant<T>(id: number, work: () => Promise<T>): Promise<T> {
  if (id === tenantOf()) return work();
  const who = actor();
  if (who.kind === 'user' && who.role === 'operator') return asOperator(id, who, work);
  throw notFound('The tenant');
}
