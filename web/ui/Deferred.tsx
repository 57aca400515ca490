import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Children of a busy page come after this at the latest; ms. */
const latestMs = 300;

/**
 * What may come a moment later than the rest of a page: rendered when the rest is on the screen, in pieces between
 * which the page answers. Give it a fallback of the same size, so that nothing jumps.
 */
export function Deferred({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDue(true)), latestMs), []);
  return isDue ? children : fallback;
}
