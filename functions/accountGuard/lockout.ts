import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type AppError, tooMany } from '#functions/kernel/errors.ts';
import { callerAddress } from './address.ts';
import {
  type Attempt,
  countInWindow,
  forgetAttempts,
  forgetFailures,
  releaseAttempt,
  takeAttempt,
} from './attempts-store.ts';
import { attemptLimits, backOffs, signUpWindowSeconds } from './limits.ts';

/** Addresses are counted in the platform's partition, so that trying tenant after tenant is counted too. */
const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'lockout', work);

/** What a try counts towards. */
interface Count {
  take: () => Promise<Attempt | number>;
  /** After a success: the count of who has proved to be themselves begins again, all others lose this one try. */
  clear: (attempt: Attempt) => Promise<void>;
  release: (attempt: Attempt) => Promise<void>;
}

function countsOf(account: string, device: string | undefined): Count[] {
  const own = (kind: 'pair' | 'device', subject: string): Count => ({
    take: () => takeAttempt(kind, subject, backOffs[kind]),
    clear: forgetAttempts,
    release: releaseAttempt,
  });
  if (device) return [own('device', `${device}|${account}`)];
  const address = callerAddress();
  const releaseAddress = (attempt: Attempt) => onPlatform(() => releaseAttempt(attempt));
  return [
    own('pair', `${account}|${address}`),
    {
      take: () => takeAttempt('account', account, backOffs.account),
      clear: releaseAttempt,
      release: releaseAttempt,
    },
    {
      take: () => onPlatform(() => takeAttempt('address', address, backOffs.address)),
      clear: releaseAddress,
      release: releaseAddress,
    },
  ];
}

/**
 * Tries a password or a code. The try is counted before it is made and taken back when it was right, so that
 * however many come at once, none more are made than the limits allow. A right one clears what its own caller
 * had failed, never what others failed on the account or from the address: one good password must not open a
 * whole list. docs/decisions/017-sign-in-back-off.md
 * @param account what is guessed at, in the actor's tenant: a username, or a second factor's owner
 * @param device the id of a device that has signed this account in before: it has a count of its own alone
 * @throws 429 with the seconds until the next try is open
 */
export async function guardingPassword<T>(
  account: string,
  tryIt: () => Promise<T>,
  device?: string,
): Promise<T> {
  const taken: [Count, Attempt][] = [];
  const release = () => Promise.all(taken.map(([count, attempt]) => count.release(attempt)));
  // The narrowest count first: what it refuses costs the others nothing.
  for (const count of countsOf(account.toLowerCase(), device)) {
    const attempt = await count.take();
    if (typeof attempt === 'number') {
      await release();
      throw locked(attempt);
    }
    taken.push([count, attempt]);
  }
  let right: T;
  try {
    right = await tryIt();
  } catch (error) {
    await release();
    throw error;
  }
  if (right) await Promise.all(taken.map(([count, attempt]) => count.clear(attempt)));
  return right;
}

/**
 * Forgets what was failed on an account of the actor's tenant: its owner has shown by mail who they are. The tries from
 * the caller's own address count again as well; those from other addresses go on waiting.
 */
export async function clearLockouts(account: string): Promise<void> {
  const subject = account.toLowerCase();
  await Promise.all([
    forgetFailures('account', subject),
    forgetFailures('pair', `${subject}|${callerAddress()}`),
  ]);
}

/** Counts an account or a trial made from the caller's address. @throws 429 above the limit */
export async function countSignUp(): Promise<void> {
  const { failures, expiresAt } = await onPlatform(() =>
    countInWindow('signUp', callerAddress(), signUpWindowSeconds),
  );
  if (failures > attemptLimits.signUp) throw locked(expiresAt);
}

const locked = (opensAt: number): AppError => {
  const seconds = Math.max(1, opensAt - clock.seconds());
  const minutes = Math.ceil(seconds / 60);
  return tooMany(
    `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    seconds,
  );
};
