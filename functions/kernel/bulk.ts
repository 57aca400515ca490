import { AppError } from './errors.ts';

/* How a call that does one thing to many answers: each of them by itself, with its reason, and how many were done. */

/** What became of one of many. */
export interface Outcome {
  success: boolean;
  /** Why not; empty where it was done. */
  reason: string;
}

/** @param reason why it was not done; empty where it was */
export const outcomeOf = (reason: string): Outcome => ({ success: reason === '', reason });

/** How many were done and how many were not. */
export function countOutcomes(results: readonly { success: boolean }[]) {
  const successful = results.filter(({ success }) => success).length;
  return { successful, failed: results.length - successful };
}

/**
 * Works each item, so many at once at the most, and gives the results in the order of the items. What is refused becomes
 * the result of that one and keeps no other from being worked.
 * @param refused the result of an item that was refused; what it throws ends the work
 * @throws the first error that is no AppError, once what had been begun by then is over; no further item is begun
 */
export async function workEach<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  refused: (item: T, error: AppError) => R,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let isBroken = false;
  const one = async (item: T) => {
    try {
      return await work(item);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refused(item, error);
    }
  };
  const worker = async () => {
    for (let at = next++; at < items.length && !isBroken; at = next++)
      try {
        results[at] = await one(items[at]!);
      } catch (error) {
        isBroken = true;
        throw error;
      }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  for (const worked of ended) if (worked.status === 'rejected') throw worked.reason;
  return results;
}
