import { accountMailsWork, countSignUp } from '#functions/accountGuard/api.ts';
import { asVisitor } from '#functions/kernel/actor.ts';
import { forbidden } from '#functions/kernel/errors.ts';
import { createTenant, findTenant } from '#functions/tenants/api.ts';
import {
  createUser,
  firstAdmin,
  type NewUser,
  noteSignIn,
  sendVerification,
  userForNewSession,
} from '#functions/users/api.ts';
import { type LoginResult, signedIn } from './sign-in.ts';

/**
 * Whether people may open accounts by themselves: the deployment has not switched it off, and has a sender for the mail
 * that confirms their address.
 */
export const signUpOpen = (): boolean => process.env.SIGN_UP !== 'off' && accountMailsWork();

type Person = Omit<NewUser, 'role' | 'extension'>;

/**
 * Joins a tenant as an agent, where the tenant has opened registration.
 * @throws 403 when it has not, or there is no such tenant; 409; 429
 */
export async function register({ tenantId, ...person }: Person & { tenantId: number }): Promise<LoginResult> {
  return asVisitor(tenantId, async () => {
    const tenant = await findTenant(tenantId);
    if (!tenant?.registrationOpen || !signUpOpen())
      throw forbidden('Registration is closed. Please ask your admin for an account.', 'registration_closed');
    await countSignUp();
    const { userId } = await createUser({ ...person, role: 'agent', awaitsVerification: true });
    return enter(userId);
  });
}

/**
 * Makes a tenant on trial and its first admin, both or neither. Nothing leaves it until the admin has confirmed their
 * e-mail address.
 * @throws 403 'sign_up_closed'; 429
 */
export async function createTrial({
  companyName,
  timeZone,
  ...person
}: Person & { companyName: string; timeZone: string }): Promise<LoginResult> {
  if (!signUpOpen())
    throw forbidden(
      'Trials are closed here. Please ask whoever runs this deployment for a workspace.',
      'sign_up_closed',
    );
  await countSignUp();
  const admin = await firstAdmin({ ...person, awaitsVerification: true }, companyName);
  const tenant = await createTenant(
    { name: companyName, timeZone, plan: 'trial', awaitsVerification: true },
    admin.writes,
  );
  return asVisitor(tenant.id, () => enter(admin.userId));
}

/** The new account's first session, and the mail with the link that confirms its address. */
async function enter(userId: string): Promise<LoginResult> {
  await sendVerification(userId);
  await noteSignIn(userId);
  return signedIn(await userForNewSession(userId));
}
