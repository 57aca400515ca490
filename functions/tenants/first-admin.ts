import { hook } from '#functions/kernel/hook.ts';
import type { FirstAdmin } from '#functions/users/api.ts';

/**
 * Makes a new tenant's first admin as writes, which are asked for in the tenant's name. Users ask tenants for their
 * caps, so tenants know nothing of users.
 */
export const makeFirstAdmin = hook<[admin: FirstAdmin, company: string], { writes: () => object[] }>(
  'makeFirstAdmin',
);
