import { setTimeout as pause } from 'node:timers/promises';
import { ConditionFailed } from './table.ts';

/** Thrown by work that sees for itself that somebody else was quicker, where no error of the table says so. */
export class Overtaken extends Error {}

/** Whether an error says that somebody else was quicker. */
export const wasOvertaken = (error: unknown): boolean =>
  error instanceof ConditionFailed || error instanceof Overtaken;

export interface RetryOptions<T> {
  /** Whether an error means that somebody else was quicker; all other errors pass through at once. */
  isOvertaken?: (error: unknown) => boolean | Promise<boolean>;
  /** Tries in all; of twelve at one instant all come through. */
  tries?: number;
  /** A wait of up to so many ms before the second try, twice as long before each further one. */
  pauseMs?: number;
  /** The longest wait that `pauseMs` grows to, in ms. */
  maxPauseMs?: number;
  /** Answers, or throws a better error, when the last try was overtaken as well; without it, its error is thrown. */
  onGivingUp?: (error: unknown) => T;
}

/**
 * Retries a change that somebody else may overtake: `work` reads, changes and writes under the condition that nothing
 * has changed in between, and is called again as long as it throws what `isOvertaken` knows. It is given how often it
 * was tried before.
 * @throws what `work` throws otherwise; after the last try its error, or that of `onGivingUp`
 */
export async function retryOnConflict<T>(
  work: (tried: number) => Promise<T>,
  {
    isOvertaken = wasOvertaken,
    tries = 12,
    pauseMs = 0,
    maxPauseMs = Number.POSITIVE_INFINITY,
    onGivingUp,
  }: RetryOptions<T> = {},
): Promise<T> {
  for (let tried = 0; ; tried++)
    try {
      return await work(tried);
    } catch (error) {
      const isLast = tried + 1 >= tries;
      if (isLast && !onGivingUp) throw error;
      if (!(await isOvertaken(error))) throw error;
      if (isLast) return onGivingUp!(error);
      if (pauseMs > 0) await pause(Math.random() * Math.min(maxPauseMs, pauseMs * 2 ** tried));
    }
}
