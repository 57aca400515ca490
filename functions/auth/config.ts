import { accountMailsWork } from '#functions/accountGuard/api.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { findTenant } from '#functions/tenants/api.ts';
import { signUpOpen } from './sign-up.ts';

/** Document 001, section 9: the tenant where none is named. */
const defaultTenantId = 1;

/** What the sign-in screen shows before anybody has signed in. */
export async function signInConfig() {
  const tenant = await findTenant(defaultTenantId);
  return {
    defaultTenantId,
    tenantName: tenant?.name ?? 'Dealbell',
    trialOpen: signUpOpen(),
    registrationOpen: (tenant?.registrationOpen ?? false) && signUpOpen(),
    resetByMail: accountMailsWork(),
    local: sandboxUrl() !== '',
  };
}
