import type { z } from 'zod';
import { asVisitor } from '#functions/kernel/actor.ts';
import { forbidden, unauthorized } from '#functions/kernel/errors.ts';
import { refusedBy } from '#functions/kernel/standing.ts';
import { tenantById } from '#functions/tenants/read.ts';
import {
  findForSignIn,
  noteSignIn,
  type SessionUser,
  userForNewSession,
  userToSignIn,
} from '#functions/users/sign-in.ts';
import type { loginResult } from '#shared/api/auth.ts';
import { recordFailedSignIn, recordSignIn } from './audit.ts';
import { deviceToken, knownDevice } from './devices.ts';
import { guardingPassword } from './lockout.ts';
import { beginSession } from './session.ts';

export interface Credentials {
  username: string;
  password: string;
  tenantId: number;
  /** What earlier sign-ins gave this device. */
  deviceTokens?: readonly string[];
}

export type LoginResult = z.infer<typeof loginResult>;

/**
 * Signs a user in. Wrong password, unknown user and unknown tenant answer alike and take equally long.
 * @throws 401; 403 for a deactivated user who knows the password; 429 after too many failures
 */
export async function signIn({
  username,
  password,
  tenantId,
  deviceTokens = [],
}: Credentials): Promise<LoginResult> {
  return asVisitor(tenantId, async () => {
    const device = await deviceFor(username, deviceTokens);
    const user = await guardingPassword(username, () => findForSignIn(username, password), device);
    if (!user) {
      await recordFailedSignIn(username, 'password');
      throw unauthorized('Invalid username or password.', 'invalid_credentials');
    }
    if (!user.isActive) {
      await recordFailedSignIn(username, 'deactivated');
      throw forbidden('Your account has been deactivated. Please ask your admin.', 'deactivated');
    }
    await noteSignIn(user.userId, password);
    return signedIn(await userForNewSession(user.userId), device);
  });
}

/** The id under which this device is known for the user, if it is. */
async function deviceFor(username: string, tokens: readonly string[]): Promise<string | undefined> {
  if (tokens.length === 0) return undefined;
  const user = await userToSignIn(username);
  return user && (await knownDevice(user, tokens))?.id;
}

/**
 * Opens a session and answers what a browser keeps of it.
 * @param method how the user proved who they are, for the audit log; a password where it is left out
 * @throws 403 'suspended'
 */
export async function signedIn(user: SessionUser, device?: string, method?: string): Promise<LoginResult> {
  const tenant = await tenantById(user.tenantId);
  if (tenant.standing === 'suspended' && user.role !== 'operator')
    throw refusedBy(tenant.standing, tenant.suspendedReason);
  const [tokens, token] = await Promise.all([beginSession(user), deviceToken(user, device)]);
  await recordSignIn(user, method);
  const { userId, username, tenantId, role, permissions, email, firstName, lastName, fullName } = user;
  return {
    token: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    expiresIn: tokens.expiresIn,
    ...{ userId, username, tenantId, role, permissions, email, firstName, lastName, fullName },
    tenantName: tenant.name,
    deviceToken: token,
  };
}
