/** The tuning numbers of lock-outs; times in seconds. */

/** How a subject's failures slow down the next try. Reasons and sources: docs/decisions/017-sign-in-back-off.md */
export interface BackOff {
  /** Failures that cost no wait. */
  free: number;
  /** Seconds after the first failure at which all of them are forgotten. */
  memory: number;
}

/** Seconds to wait after the last free failure and each one more; the last wait repeats. */
export const waits = [60, 120, 240, 480, 900] as const;

const day = 24 * 3600;

export const backOffs = {
  /** One account from one address. */
  pair: { free: 5, memory: day },
  /** One account from a device that has signed it in before; it is exempt from all other counts. */
  device: { free: 5, memory: day },
  /** One account from all unknown devices together. */
  account: { free: 30, memory: day },
  /** All accounts from one address, which may be a whole office's. */
  address: { free: 100, memory: 3600 },
} as const satisfies Record<string, BackOff>;

/** Accounts and trials made from one address in `signUpWindowSeconds`. */
export const attemptLimits = { signUp: 100 } as const;
export const signUpWindowSeconds = 3600;
