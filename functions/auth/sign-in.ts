import type { z } from 'zod';
import { guardingPassword } from '#functions/accountGuard/api.ts';
import { asVisitor } from '#functions/kernel/actor.ts';
import { forbidden, unauthorized } from '#functions/kernel/errors.ts';
import { refusedBy } from '#functions/kernel/standing.ts';
import { tenantById } from '#functions/tenants/api.ts';
import {
  findForSignIn,
  findSessionUser,
  noteSignIn,
  type SessionUser,
  upgradePassword,
  userForNewSession,
  userToSignIn,
} from '#functions/users/api.ts';
import type { loginResult, secondFactorAsked } from '#shared/api/auth.ts';
import { recordFailedSignIn, recordSignIn } from './audit.ts';
import { markUsed, newChallenge, readChallenge } from './challenge.ts';
import { deviceToken, knownDevice } from './devices.ts';
import { passkeysOf } from './passkey-store.ts';
import { passkeyRequest, whoAnswered } from './passkeys.ts';
import { mustAddFactor } from './required-factor.ts';
import { beginSession } from './session.ts';
import { checkCode } from './totp.ts';
import { hasSecondFactor } from './totp-store.ts';

export interface Credentials {
  username: string;
  password: string;
  tenantId: number;
  /** What earlier sign-ins gave this device. */
  deviceTokens?: readonly string[];
}

export type LoginResult = z.infer<typeof loginResult>;
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>;

/**
 * Signs a user in, or asks for the second factor where one is on. Wrong password, unknown user and unknown tenant
 * answer alike and take equally long.
 * @throws 401; 403 for a deactivated user who knows the password; 429 after too many failures
 */
export async function signIn({
  username,
  password,
  tenantId,
  deviceTokens = [],
}: Credentials): Promise<LoginResult | SecondFactorAsked> {
  return asVisitor(tenantId, async () => {
    const device = await deviceFor(username, deviceTokens);
    const user = await guardingPassword(username, () => findForSignIn(username, password), device);
    if (!user) {
      await recordFailedSignIn(username, 'password');
      throw unauthorized('Invalid username or password.', 'invalid_credentials');
    }
    await assertActive(user);
    if (await hasSecondFactor(user.userId)) return askSecondFactor(await upgradePassword(user, password));
    await noteSignIn(user.userId, password);
    return signedIn(await userForNewSession(user.userId), device);
  });
}

async function askSecondFactor(user: SessionUser): Promise<SecondFactorAsked> {
  const [challenge, passkeys] = await Promise.all([newChallenge(user), passkeysOf(user.userId)]);
  return {
    secondFactor: {
      challenge,
      methods: ['totp', 'recovery', ...(passkeys.length > 0 ? ['passkey' as const] : [])],
    },
  };
}

/** Runs `work` for the user of a challenge, while it stands. @throws 401 */
async function inChallenge<T>(
  challenge: string,
  work: (user: SessionUser, challengeId: string) => Promise<T>,
): Promise<T> {
  const half = await readChallenge(challenge);
  if (!half) throw challengeOver();
  return asVisitor(half.tenantId, async () => {
    const user = await findSessionUser(half.userId);
    if (!user || user.passwordMark !== half.passwordMark) throw challengeOver();
    return work(user, half.challengeId);
  });
}

const challengeOver = () =>
  unauthorized('This sign-in took too long. Please enter your password again.', 'challenge_over');

/**
 * Finishes a sign-in whose password was right.
 * @throws 401 for a wrong code or passkey, or when the sign-in was begun over 5 minutes ago; 403; 429
 */
export async function finishSignIn(input: {
  challenge: string;
  code?: string;
  passkey?: Record<string, unknown>;
  deviceTokens: readonly string[];
}): Promise<LoginResult> {
  const { challenge, code, passkey, deviceTokens } = input;
  return inChallenge(challenge, async (user, challengeId) => {
    const { userId } = user;
    const device = (await knownDevice(user, deviceTokens))?.id;
    const right =
      code === undefined ? await whoAnswered(passkey ?? {}, userId) : await checkCode(userId, code, device);
    if (!right) {
      await recordFailedSignIn(user.username, 'secondFactor');
      throw unauthorized(
        code === undefined
          ? 'The passkey could not be checked. Please try again.'
          : 'This code is not right. Please try again.',
        'wrong_second_factor',
      );
    }
    await assertActive(user);
    if (!(await markUsed(challengeId))) throw challengeOver();
    await noteSignIn(userId);
    return signedIn(user, device, code === undefined ? 'password and passkey' : 'password and code');
  });
}

/** What a passkey shall sign, for a sign-in by it alone or, with a challenge, for the second factor. @throws 401 */
export const beginPasskeySignIn = (challenge?: string): Promise<object> =>
  challenge === undefined ? passkeyRequest() : inChallenge(challenge, ({ userId }) => passkeyRequest(userId));

/**
 * Signs in by a passkey alone: it was had and it was unlocked, so no second factor is asked for.
 * @throws 401; 403 for a deactivated user
 */
export async function signInByPasskey(
  response: Record<string, unknown>,
  deviceTokens: readonly string[],
): Promise<LoginResult> {
  const owner = await whoAnswered(response);
  const unknown = () =>
    unauthorized('This passkey is not known here. Please sign in with your password.', 'invalid_credentials');
  if (!owner) throw unknown();
  return asVisitor(owner.tenantId, async () => {
    const user = await findSessionUser(owner.userId);
    if (!user) throw unknown();
    await assertActive(user);
    await noteSignIn(user.userId);
    return signedIn(user, (await knownDevice(user, deviceTokens))?.id, 'passkey');
  });
}

/** @throws 403 */
async function assertActive(user: SessionUser): Promise<void> {
  if (user.isActive) return;
  await recordFailedSignIn(user.username, 'deactivated');
  throw forbidden('Your account has been deactivated. Please ask your admin.', 'deactivated');
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
  const [tokens, token] = await Promise.all([
    beginSession(user, await mustAddFactor(user.userId)),
    deviceToken(user, device),
  ]);
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
