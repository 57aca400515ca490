import { conflict } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { createTenant, type NewTenant } from '#functions/tenants/api.ts';
import { customerOr404 } from './customers.ts';
import { inCustomer } from './log.ts';
import { makeLink, setupPath } from './setup-link.ts';

/** A new link for the first admin of a tenant; the one before it no longer works. @throws 404; 409 */
export async function newAdminLink(id: number) {
  const customer = await customerOr404(id);
  if (customer.admins > 0)
    throw conflict('This workspace has an admin already, who can add others.', undefined, 'has_admin');
  await inCustomer(customer, (target, record) => record('operator.adminLinkMade', target, {}));
  const { token, expiresAt } = await makeLink(id);
  return { link: `${publicUrl()}${setupPath(token)}`, expiresAt };
}

/** Makes a tenant for a customer and the link by which its first admin comes. */
export async function createCustomer(input: Required<Pick<NewTenant, 'name' | 'timeZone' | 'plan'>>) {
  const { id } = await createTenant(input);
  const tenant = await customerOr404(id);
  const { plan } = input;
  await inCustomer(tenant, (target, record) => record('operator.tenantCreated', target, { plan }));
  return { tenant, ...(await newAdminLink(id)) };
}
