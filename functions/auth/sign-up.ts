import { asVisitor } from '#functions/kernel/actor.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { createTenant } from '#functions/tenants/create.ts';
import { findTenant } from '#functions/tenants/read.ts';
import { createUser, firstAdmin, type NewUser } from '#functions/users/create.ts';
import { noteSignIn, userForNewSession } from '#functions/users/sign-in.ts';
import { countSignUp } from './lockout.ts';
import { type LoginResult, signedIn } from './sign-in.ts';

type Person = Omit<NewUser, 'role' | 'extension'>;

/**
 * Joins a tenant as an agent, where the tenant has opened registration.
 * @throws 403 when it has not, or there is no such tenant; 409; 429
 */
export async function register({ tenantId, ...person }: Person & { tenantId: number }): Promise<LoginResult> {
  return asVisitor(tenantId, async () => {
    const tenant = await findTenant(tenantId);
    if (!tenant?.registrationOpen)
      throw forbidden('Registration is closed. Please ask your admin for an account.', 'registration_closed');
    await countSignUp();
    const { userId } = await createUser({ ...person, role: 'agent' });
    return enter(userId);
  });
}

/**
 * Makes a tenant on trial and its first admin, both or neither.
 * @throws 429
 */
export async function createTrial({
  companyName,
  timeZone,
  ...person
}: Person & { companyName: string; timeZone: string }): Promise<LoginResult> {
  await countSignUp();
  const admin = await firstAdmin(person, companyName);
  const tenant = await createTenant({ name: companyName, timeZone, plan: 'trial' }, admin.writes);
  return asVisitor(tenant.id, () => enter(admin.userId));
}

/** The new account's first session. */
async function enter(userId: string): Promise<LoginResult> {
  await noteSignIn(userId);
  return signedIn(await userForNewSession(userId));
}
