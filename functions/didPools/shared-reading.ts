import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';

/** For so long after it was made the draws of one process share a reading that is large. */
const sharedMs = 5_000;
/** So long one that is being made is waited for; the function may have been put to sleep in the middle of it. */
const waitedForMs = 30_000;

interface Reading<T> {
  /** ms since 1970; how long it is good for counts from when it was made. */
  until: number;
  result: Promise<T>;
}

/**
 * Reads something of the actor's tenant, or answers with what was read in the last seconds where that is large: reading
 * it for each draw would cost more than the draw. Of what is small each answer is read after it was asked for: who ask
 * while a reading is being made share the next one.
 * @param keyOf distinguishes readings of one tenant by what is asked for
 */
export function sharedReading<A extends unknown[], T>(
  read: (...args: A) => Promise<T>,
  isLarge: (result: T) => boolean,
  keyOf: (...args: A) => string = () => '',
): (...args: A) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  const following = new Map<string, Promise<T>>();

  function begin(key: string, args: A): Promise<T> {
    following.delete(key);
    const reading = { until: clock.now() + waitedForMs, result: read(...args) };
    readings.set(key, reading);
    // What cannot be read now, or is small, is read again by who asks next.
    const forget = () => {
      if (readings.get(key) === reading) readings.delete(key);
    };
    reading.result.then((result) => {
      if (isLarge(result)) reading.until = clock.now() + sharedMs;
      else forget();
    }, forget);
    return reading.result;
  }

  return async (...args) => {
    const now = clock.now();
    const key = `${tenantOf()} ${keyOf(...args)}`;
    for (const [other, { until }] of readings) if (now >= until) readings.delete(other);
    const recent = readings.get(key);
    if (!recent) return begin(key, args);
    const found = await recent.result.catch(() => undefined);
    if (found !== undefined && isLarge(found)) return found;
    const next = following.get(key) ?? Promise.resolve().then(() => begin(key, args));
    following.set(key, next);
    return next;
  };
}
