import { setTimeout as pause } from 'node:timers/promises';
import { ConditionFailed } from '#functions/kernel/table.ts';

/** Tries against others who change the same lead or conversation at the same instant. */
const tries = 8;

const wasRefused = (error: unknown): boolean => error instanceof ConditionFailed;

/** Does what reads and writes once more, after a growing wait, while somebody else is quicker. */
export async function again<T>(work: () => Promise<T>, isLost = wasRefused): Promise<T> {
  for (let tried = 0; ; tried++)
    try {
      return await work();
    } catch (error) {
      if (!isLost(error) || tried >= tries) throw error;
      await pause(Math.random() * 15 * 2 ** tried);
    }
}
