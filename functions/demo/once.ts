import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#functions/kernel/errors.ts';

/** Runs `work`, and takes a conflict for a sign that it has been done before. @throws when it lost to others who write at the same moment */
export async function once(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error) => {
    if (!(error instanceof AppError && error.status === 409 && error.code !== 'busy')) throw error;
  });
}

/** How often an index is asked, and how long it is waited for in between; ms. */
const looks = { most: 100, everyMs: 100 };

/** Asks an index until it tells of what was written just now, which it does a moment late. @throws when it never does */
export async function onceIndexed<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let n = 0; n < looks.most; n++) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(looks.everyMs);
  }
  throw new Error('An index did not tell of what was written.');
}
