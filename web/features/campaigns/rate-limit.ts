import { ApiError } from '#web/app/api-error.ts';

/** How long each try of a new pace may take, and the waits between the three (document 002, section 7); ms. */
export const attempts = { waits: [1_000, 2_000], timeoutMs: 15_000 } as const;

export const unreachable =
  'Unable to connect to the server after 3 attempts. Please check your internet connection and try again later.';

/** Whether another try may end otherwise: nobody has answered, or the server could not. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 408 || error.status >= 500;

/**
 * Does what changes the pace of a campaign, three times where nobody answers. @throws what the server said; else `unreachable`
 * @param pause waits so many ms
 */
export async function inThreeAttempts<T>(
  work: () => Promise<T>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<T> {
  for (const wait of [...attempts.waits, null])
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (wait === null) break;
      await pause(wait);
    }
  throw new Error(unreachable);
}
