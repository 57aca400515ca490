import { Secret, TOTP } from 'otpauth';
import { guardingPassword } from '#functions/accountGuard/api.ts';
import { auditEntry, auditedUser } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { seal, unseal } from '#functions/kernel/secrets.ts';
import { ConditionFailed, commit, onRefused } from '#functions/kernel/table.ts';
import { assertOwnPassword, me } from '#functions/users/api.ts';
import { passkeysOf } from './passkey-store.ts';
import { hashOfCode, isRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { assertMayGo, freeingSession } from './required-factor.ts';
import {
  findSecondFactor,
  keepPending,
  replaceCodes,
  type SecondFactor,
  takeRecoveryCode,
  takeStep,
  turnFactorOff,
  turnFactorOn,
} from './totp-store.ts';

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, 30 s. A clock may be one step off. */
const period = 30;
const window = 1;
const purpose = 'totp';
/** What the audit log calls it. */
const auditName = 'codes of an app';
/** RFC 4226, 4 recommends 160 bits. */
const secretBytes = 20;

const generator = (secret: Secret, label = 'user') =>
  new TOTP({ issuer: 'Dealbell', label, algorithm: 'SHA1', digits: 6, period, secret });

/** The step whose code this is, or undefined when it is none of the last, the present and the next. */
async function stepOf({ secret }: SecondFactor, code: string): Promise<number | undefined> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const plain = Secret.fromBase32(await unseal(purpose, secret));
  const timestamp = clock.now();
  const delta = generator(plain).validate({ token, window, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
}

/**
 * Whether a code is right, an app's or a recovery code; it is then used up.
 * @param device of the caller, where it is known for this user
 * @throws 429 after too many wrong ones
 */
export function checkCode(userId: string, code: string, device?: string): Promise<boolean> {
  return guardingPassword(
    `second factor of ${userId}`,
    async () => {
      const factor = await findSecondFactor(userId);
      if (factor?.state !== 'on') return false;
      if (isRecoveryCode(code)) return takeRecoveryCode(userId, hashOfCode(userId, code));
      const step = await stepOf(factor, code);
      return step !== undefined && takeStep(userId, step);
    },
    device,
  );
}

export async function secondFactorState() {
  const { userId } = await me();
  const factor = await findSecondFactor(userId);
  if (factor?.state !== 'on') return { on: false, since: null, recoveryCodesLeft: 0 };
  return { on: true, since: factor.since ?? null, recoveryCodesLeft: [...(factor.codes ?? [])].length };
}

/** Makes a secret for an authenticator app; nothing is asked at sign-in until `confirmTotp`. @throws 400; 409; 429 */
export async function beginTotp(password: string): Promise<{ secret: string; uri: string }> {
  const { userId, username } = await assertOwnPassword(password);
  const secret = new Secret({ size: secretBytes });
  if (!(await keepPending(userId, await seal(purpose, secret.base32)))) throw alreadyOn();
  return { secret: secret.base32, uri: generator(secret, username).toString() };
}

/** Turns the second factor on by a first code of the app. @throws 400 for a wrong code; 409; 429 */
export async function confirmTotp(code: string): Promise<{ recoveryCodes: string[] }> {
  const { userId, username } = await me();
  const factor = await findSecondFactor(userId);
  if (!factor) throw badRequest('Please begin two-step sign-in first.');
  if (factor.state === 'on') throw alreadyOn();
  const step = await guardingPassword(`second factor of ${userId}`, async () => stepOf(factor, code));
  if (step === undefined) throw wrongCode();
  const recoveryCodes = newRecoveryCodes();
  const codes = recoveryCodes.map((plain) => hashOfCode(userId, plain));
  await commit(
    turnFactorOn(factor, { step, codes, at: clock.iso() }),
    event('user.updated', userId, { userId, username, changed: ['secondFactor'] }),
    auditEntry('user.secondFactorAdded', auditedUser({ userId, username }), { method: auditName }),
    freeingSession(),
  ).catch((error) => onRefused(error, alreadyOn));
  return { recoveryCodes };
}

/** @throws 400 for a wrong password or code; 403 where the workspace asks for a second step; 429 */
export async function disableTotp(password: string, code: string): Promise<void> {
  const { userId, username } = await assertOwnPassword(password);
  await assertMayGo({ left: (await passkeysOf(userId)).length > 0 });
  if (!(await checkCode(userId, code))) throw wrongCode();
  await commit(
    turnFactorOff(userId),
    event('user.updated', userId, { userId, username, changed: ['secondFactor'] }),
    auditEntry('user.secondFactorRemoved', auditedUser({ userId, username }), { method: auditName }),
  );
}

/** New recovery codes; those that were left are void. @throws 400 for a wrong password, or with none on; 429 */
export async function renewRecoveryCodes(password: string): Promise<{ recoveryCodes: string[] }> {
  const { userId } = await assertOwnPassword(password);
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((plain) => hashOfCode(userId, plain));
  await commit(replaceCodes(userId, hashes)).catch((error) => {
    if (error instanceof ConditionFailed) throw badRequest('Two-step sign-in is not on.');
    throw error;
  });
  return { recoveryCodes };
}

const alreadyOn = () => conflict('Two-step sign-in is on already. Turn it off to use another app.');

// Not 401, which a browser takes for the end of the session.
const wrongCode = () => {
  const message = 'This code is not right. Please enter the one that the app shows now.';
  return new AppError(400, 'wrong_code', message, { details: { issues: [{ path: 'code', message }] } });
};
