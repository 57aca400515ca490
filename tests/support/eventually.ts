import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks until what it finds holds, for what the cloud tells some milliseconds late, as its indexes do.
 * @param patienceMs by default what a busy machine may need for the first start of several functions
 * @throws what `look` threw last, when the time is over
 */
export async function eventually<T>(look: () => Promise<T>, patienceMs = 45_000): Promise<T> {
  const end = Date.now() + patienceMs;
  // On a machine that was held up a single look may have taken all the time.
  for (let looks = 1; ; looks++) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end && looks >= 3) throw error;
      // A look may be a call that costs both processors something; what takes long is looked at less often.
      await pause(Math.min(10 * 1.4 ** looks, 500));
    }
  }
}
