import type { z } from 'zod';
import { asVisitor } from '#functions/kernel/actor.ts';
import { forbidden, unauthorized } from '#functions/kernel/errors.ts';
import { tenantById } from '#functions/tenants/read.ts';
import { findForSignIn, noteSignIn, type SessionUser } from '#functions/users/sign-in.ts';
import type { loginResult } from '#shared/api/auth.ts';
import { guardingPassword } from './lockout.ts';
import { beginSession } from './session.ts';

export interface Credentials {
  username: string;
  password: string;
  tenantId: number;
}

export type LoginResult = z.infer<typeof loginResult>;

/**
 * Signs a user in. Wrong password, unknown user and unknown tenant answer alike and take equally long.
 * @throws 401; 403 for a deactivated user who knows the password; 429 after too many failures
 */
export async function signIn({ username, password, tenantId }: Credentials): Promise<LoginResult> {
  return asVisitor(tenantId, async () => {
    const user = await guardingPassword(username, () => findForSignIn(username, password));
    if (!user) throw unauthorized('Invalid username or password.', 'invalid_credentials');
    if (!user.isActive)
      throw forbidden('Your account has been deactivated. Please ask your admin.', 'deactivated');
    await noteSignIn(user.userId, password);
    return signedIn(user);
  });
}

/** Opens a session and answers what a browser keeps of it. */
export async function signedIn(user: SessionUser): Promise<LoginResult> {
  const [tenant, tokens] = await Promise.all([tenantById(user.tenantId), beginSession(user)]);
  const { userId, username, tenantId, role, email, firstName, lastName, fullName } = user;
  return {
    token: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    expiresIn: tokens.expiresIn,
    ...{ userId, username, tenantId, role, email, firstName, lastName, fullName },
    tenantName: tenant.name,
  };
}
