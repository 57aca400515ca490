import { anew } from '#functions/kernel/anew.ts';

/** Does what reads and writes a lead or a conversation once more while somebody else is quicker: many are at once. */
export const again = <T>(work: () => Promise<T>, isLost?: (error: unknown) => boolean): Promise<T> =>
  anew(work, isLost, { tries: 9, pauseMs: 15 });
