/** Where the browser cannot say when it is idle (Safari), it is taken to be so after this; ms. */
const usuallyIdleMs = 2_000;

/**
 * Calls back when the browser has drawn and has nothing to do.
 * @param latestMs then at the latest, however busy it is
 * @returns calls it off
 */
export function whenIdle(callback: () => void, latestMs?: number): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(callback, latestMs === undefined ? {} : { timeout: latestMs });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(callback, latestMs === undefined ? usuallyIdleMs : latestMs / 3);
  return () => clearTimeout(timer);
}
