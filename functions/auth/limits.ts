/** The tuning numbers of sign-in; times in seconds. */

/** A session that nobody used for this long is over. */
export const sessionIdleSeconds = 14 * 24 * 3600;

/** However much it is used, a session is over after this long. OWASP ASVS 5.0, 7.3.2. */
export const sessionMaxSeconds = 90 * 24 * 3600;

/**
 * How long a used refresh token may come again from the same address and get the same answer. A browser gives
 * a refresh up after 10 s (document 001, section 9), so within that time two uses can be one attempt.
 */
export const refreshGraceSeconds = 10;

/** Failures are counted over this window, from the first one. */
export const attemptWindowSeconds = 15 * 60;

export const attemptLimits = {
  /** Wrong passwords for one account. NIST SP 800-63B, 5.2.2 allows up to 100; people rarely need five. */
  account: 5,
  /** Wrong passwords from one address: many agents sit behind one office's address. */
  address: 100,
  /** Accounts and trials made from one address. */
  signUp: 100,
} as const;
