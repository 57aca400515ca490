import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';

/** For so long the draws of one process share a reading that is large. */
const sharedMs = 5_000;

interface Reading<T> {
  at: number;
  result: Promise<T>;
}

/**
 * Reads something of the actor's tenant, or answers with what was read in the last seconds where that is large: reading
 * it for each draw would cost more than the draw.
 * @param keyOf distinguishes readings of one tenant by what is asked for
 */
export function sharedReading<A extends unknown[], T>(
  read: (...args: A) => Promise<T>,
  isLarge: (result: T) => boolean,
  keyOf: (...args: A) => string = () => '',
): (...args: A) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  return async (...args) => {
    const now = clock.now();
    const key = `${tenantOf()} ${keyOf(...args)}`;
    for (const [other, { at }] of readings) if (Math.abs(now - at) >= sharedMs) readings.delete(other);
    const recent = readings.get(key);
    if (recent) {
      const found = await recent.result;
      if (isLarge(found)) return found;
    }
    const result = read(...args);
    readings.set(key, { at: now, result });
    // What cannot be read now is read again by the next.
    result.catch(() => readings.delete(key));
    return result;
  };
}
