/** How the browser talks to the API: document 001, sections 4, 8 and 9. Times in milliseconds. */
export const limits = {
  /** One attempt of an ordinary call. A call may ask for another (`context: { timeoutMs }`). */
  requestTimeout: 15_000,
  /** Of the calls of texts (document 002, sections 7 and 9). */
  textsTimeout: 30_000,
  /** Of skip tracing: its provider is waited for 20 s, and a request that was given up would be billed all the same. */
  tracersTimeout: 30_000,
  /** Of the calls of recordings (document 002, section 7). */
  recordingsTimeout: 30_000,
  /** Of rep photos: many are worked within a call, and a celebration video is waited for 25 s. */
  photosTimeout: 30_000,
  refreshTimeout: 10_000,
  /** The access token is renewed this often while somebody is signed in. */
  refreshInterval: 10 * 60_000,
  /** Waits before the first, second and third retry of a 429 or 5xx. */
  retryDelays: [1_000, 2_000, 4_000],
  /** A server may ask for a longer wait than anybody would sit through: above this the error is shown at once. */
  longestRetryAfter: 60_000,
} as const;

/** The tenant of a sign-in that names none (document 001, section 9). */
export const defaultTenantId = 1;
