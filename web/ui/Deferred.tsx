import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Children of a busy page come after this at the latest; ms. */
const latestMs = 300;

/** Calls back when the browser has drawn and has nothing to do. Answers how to call it off. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(callback, { timeout: latestMs });
    return () => cancelIdleCallback(idle);
  }
  // Safari.
  const timer = setTimeout(callback, latestMs / 3);
  return () => clearTimeout(timer);
}

/**
 * What may come a moment later than the rest of a page: rendered when the rest is on the screen, in pieces between
 * which the page answers. Give it a fallback of the same size, so that nothing jumps.
 */
export function Deferred({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), []);
  return isDue ? children : fallback;
}
