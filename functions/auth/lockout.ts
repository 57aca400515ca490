import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type AppError, tooMany } from '#functions/kernel/errors.ts';
import { requests } from '#functions/kernel/http-context.ts';
import { attemptLimits, attemptWindowSeconds } from './limits.ts';
import { type AttemptKind, clearFailures, countFailure, failuresOf, type Window } from './store.ts';

/** The caller's address; work that came by no request counts under one name. */
export const callerAddress = (): string => requests.getStore()?.address ?? 'internal';

/** Addresses are counted in the platform's partition, so that trying tenant after tenant is counted too. */
const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'lockout', work);

const byAddress = (kind: AttemptKind) => onPlatform(() => failuresOf(kind, callerAddress()));

/**
 * Tries a password and counts the failure. A locked account or address is refused before the password is
 * tried; the count is read again after it, so that a burst of guesses gains no more than those under way.
 * A success clears the account's count, but not the address's: one good password must not open a whole list.
 * @throws 429 with the seconds until the window ends
 */
export async function guardingPassword<T>(account: string, tryIt: () => Promise<T>): Promise<T> {
  const subject = account.toLowerCase();
  const assertOpen = async () => {
    const [ofAccount, ofAddress] = await Promise.all([failuresOf('account', subject), byAddress('address')]);
    if (isFull('account', ofAccount)) throw locked(ofAccount!);
    if (isFull('address', ofAddress)) throw locked(ofAddress!);
    return ofAccount;
  };
  await assertOpen();
  const right = await tryIt();
  if (right) {
    if (await assertOpen()) await clearFailures('account', subject);
    return right;
  }
  const [ofAccount, ofAddress] = await Promise.all([
    countFailure('account', subject, attemptWindowSeconds),
    onPlatform(() => countFailure('address', callerAddress(), attemptWindowSeconds)),
  ]);
  if (ofAccount.failures > attemptLimits.account) throw locked(ofAccount);
  if (ofAddress.failures > attemptLimits.address) throw locked(ofAddress);
  return right;
}

/** Counts an account or a trial made from the caller's address. @throws 429 above the limit */
export async function countSignUp(): Promise<void> {
  const window = await onPlatform(() => countFailure('signUp', callerAddress(), attemptWindowSeconds * 4));
  if (window.failures > attemptLimits.signUp) throw locked(window);
}

const isFull = (kind: AttemptKind, window: Window | undefined): boolean =>
  (window?.failures ?? 0) >= attemptLimits[kind];

const locked = (window: Window): AppError => {
  const seconds = Math.max(1, window.expiresAt - clock.seconds());
  const minutes = Math.ceil(seconds / 60);
  return tooMany(
    `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    seconds,
  );
};
