import { sandboxUrl } from '#functions/kernel/env.ts';
import { findTenant } from '#functions/tenants/read.ts';

/** Document 001, section 9: the tenant where none is named. */
const defaultTenantId = 1;

/** What the sign-in screen shows before anybody has signed in. */
export async function signInConfig() {
  const tenant = await findTenant(defaultTenantId);
  return {
    defaultTenantId,
    tenantName: tenant?.name ?? 'Dealbell',
    trialOpen: true,
    registrationOpen: tenant?.registrationOpen ?? false,
    local: sandboxUrl() !== '',
  };
}
