import { setTimeout as pause } from 'node:timers/promises';
import { ConditionFailed } from './table.ts';

const wasRefused = (error: unknown): boolean => error instanceof ConditionFailed;

interface RetryOptions {
  /** Tries in all; of twelve at one instant all come through. */
  tries?: number;
  /** A wait of up to so many ms before the second try, twice as long before each further one. */
  pauseMs?: number;
}

/**
 * Makes a change that names no version anew on what somebody else has just left: `work` reads, changes and writes
 * under the condition that nothing has changed in between, and is called again as long as it throws what
 * `isOvertaken` knows.
 */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  isOvertaken: (error: unknown) => boolean = wasRefused,
  { tries = 12, pauseMs = 0 }: RetryOptions = {},
): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await work();
    } catch (error) {
      if (tried === tries || !isOvertaken(error)) throw error;
      if (pauseMs > 0) await pause(Math.random() * pauseMs * 2 ** (tried - 1));
    }
}
