import { retryOnConflict } from '#functions/kernel/retry.ts';

/** Does what reads and writes a lead or a conversation once more while somebody else is quicker: many are at once. */
export const retryLong = <T>(work: () => Promise<T>, isLost?: (error: unknown) => boolean): Promise<T> =>
  retryOnConflict(work, isLost, { tries: 9, pauseMs: 15 });
