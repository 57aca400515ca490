import { actorName, asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import type { FirstAdmin } from '#functions/users/api.ts';
import { defaultBrandColor, type Tenant, trialDays } from '#shared/model/tenant.ts';
import { makeFirstAdmin } from './first-admin.ts';
import { tenantById } from './read.ts';
import { enter, insertTenant, nextNumber, type TenantRecord } from './store.ts';

export interface NewTenant {
  name: string;
  timeZone: string;
  plan?: Tenant['plan'];
  /** Nothing leaves it until its first admin has confirmed their e-mail address. */
  awaitsVerification?: true;
  /** Only for the default tenant, number 1; all others take the next number. */
  id?: number;
}

/**
 * Makes a tenant. `alongside` gives writes that must exist with the tenant or not at all, such as its first
 * admin; it is called in the new tenant's name.
 *
 * The number is entered in the registry first and the tenant made after, because no transaction reaches into
 * two tenants' partitions: what fails in between leaves a number without a tenant, which nobody can sign in to.
 * @throws 409 when the tenant with this id exists
 */
export async function createTenant(input: NewTenant, alongside: () => object[] = () => []): Promise<Tenant> {
  const id = input.id ?? (await nextNumber());
  const tenant = newTenant(input);
  await enter(id, tenant.createdAt);
  return asSystem(id, actorName(), async () => {
    const { name, plan } = tenant;
    await commit(insertTenant(tenant), alongside(), event('tenant.created', eventEntity(id), { name, plan }));
    return tenantById(id);
  });
}

/** Makes a tenant for a customer, with its first admin where one is named. @throws 409 */
export async function createTenantFor({
  admin,
  ...tenant
}: NewTenant & { admin?: FirstAdmin }): Promise<Tenant> {
  if (!admin) return createTenant(tenant);
  const { writes } = await makeFirstAdmin.run(admin, tenant.name);
  return createTenant(tenant, writes);
}

/** Under which id the events of a tenant itself are kept. */
export const eventEntity = (id: number): string => `ten_${id}`;

function newTenant({ name, timeZone, plan = 'standard', awaitsVerification }: NewTenant): TenantRecord {
  const now = clock.iso();
  return {
    name,
    timeZone,
    plan,
    trialEndsAt:
      plan === 'trial' ? new Date(Date.parse(now) + trialDays * 86_400_000).toISOString() : undefined,
    ...(awaitsVerification ? { awaitsVerification } : {}),
    registrationOpen: false,
    brandColor: defaultBrandColor,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
