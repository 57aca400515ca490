import { asSystem, asVisitor } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';
import { createTenant, findTenant } from '#functions/tenants/api.ts';
import { createUser, type FirstAdmin, firstAdmin } from '#functions/users/api.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { defaultTenantId, linkOf } from './setup-link.ts';
import { insertUsedLink, linkUsed, noteLinkUsed } from './setup-store.ts';

/** What the page asks for, by a token that still works. @throws 404, 409, 410 */
export async function checkSetup(token: string) {
  const { number, validUntil } = await linkOf(token);
  const tenant = await findTenant(number);
  return {
    company: tenant?.name ?? null,
    mayMakeOperator: number === defaultTenantId,
    expiresAt: validUntil,
  };
}

interface Setup {
  token: string;
  /** Where the tenant does not exist yet. */
  companyName?: string | undefined;
  timeZone?: string | undefined;
  admin: FirstAdmin;
  operator?: FirstAdmin | undefined;
}

/**
 * Makes the first admin of a tenant, and the tenant where there is none yet, by a link that works once: the admin and
 * the note that the link is used are one transaction. The operator's account follows; should it fail, a new link is
 * given as long as there is no operator.
 * @throws 400; 404, 409, 410 for a link that does not work; 409 when the username or e-mail address is taken
 */
export async function setUp({ token, companyName, timeZone, admin, operator }: Setup) {
  const link = await linkOf(token);
  const { number, hash } = link;
  const existing = await findTenant(number);
  const name = existing?.name ?? companyName;
  if (!name) throw badRequest('Please enter a name.', { field: 'companyName' });
  if (operator && number !== defaultTenantId) throw badRequest('This link makes no operator.');
  if (operator) assertTwoPeople(admin, operator);
  const { userId, writes } = await firstAdmin(admin, name);
  const usedAt = clock.iso();
  const target = { kind: 'user', id: userId, name: admin.username };
  const all = () => [
    ...writes(),
    insertUsedLink(hash, usedAt, linkUsed()),
    auditEntry('platform.bootstrapped', target, {}),
  ];
  if (existing) await asVisitor(number, () => commit(all()));
  else {
    const id = number === defaultTenantId ? { id: number } : {};
    await createTenant({ name, timeZone: timeZone ?? defaultTimeZone, ...id }, all);
  }
  if (operator) await asSystem(number, 'setup', () => createUser({ ...operator, role: 'operator' }));
  await noteLinkUsed(number, usedAt, operator !== undefined);
  return { tenantId: number, tenantName: name, username: admin.username };
}

/** The operator has an account of their own, so that who works for a customer does not rule over all of them. */
function assertTwoPeople(admin: FirstAdmin, operator: FirstAdmin): void {
  if (admin.username === operator.username)
    throw badRequest('The operator needs a username of their own.', { field: 'operator.username' });
  if (admin.email === operator.email)
    throw badRequest('The operator needs an e-mail address of their own.', { field: 'operator.email' });
}
