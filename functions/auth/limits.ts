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

/** How long a second factor or a passkey may take, once asked for. */
export const challengeSeconds = 5 * 60;

/** A browser or program that signed a user in is known for this long after its last sign-in. */
export const deviceSeconds = 90 * 24 * 3600;

/** More than anybody has devices, and few enough for one look. */
export const passkeysPerUser = 20;

/** So many users' devices one browser remembers; people of a shift share one. */
export const devicesKept = 5;
