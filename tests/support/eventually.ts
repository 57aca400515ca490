import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 10_000;

/**
 * Looks until what it finds holds, for what the cloud tells some milliseconds late, as its indexes do.
 * @throws what `look` threw last, after 10 s
 */
export async function eventually<T>(look: () => Promise<T>): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(10);
    }
  }
}
