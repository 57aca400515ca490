import { exact } from './moments.ts';

/** Seconds of the timeline's own grid. */
export const gridSeconds = 0.1;
/** px from which an edge of another bar catches. */
export const catchDistance = 6;

export interface Snapped {
  /** Seconds. */
  time: number;
  /** The moment that caught it; undefined where only the grid did. */
  at?: number;
}

/**
 * Where a moment lands: on the nearest edge of another bar where one is near enough, else on the grid.
 * @param reach seconds within which an edge catches
 * @param free no snapping at all, as while Alt is held
 */
export function snapTime(time: number, edges: Iterable<number>, reach: number, free = false): Snapped {
  if (free) return { time: exact(time) };
  let best: number | undefined;
  for (const edge of edges) {
    const distance = Math.abs(edge - time);
    if (distance <= reach && (best === undefined || distance < Math.abs(best - time))) best = edge;
  }
  if (best !== undefined) return { time: exact(best), at: best };
  return { time: exact(Math.round(time / gridSeconds) * gridSeconds) };
}

/** Where a whole bar lands: whichever of its two edges is nearer to something catches. */
export function snapSpan(
  begin: number,
  length: number,
  edges: readonly number[],
  reach: number,
  free = false,
): Snapped {
  const head = snapTime(begin, edges, reach, free);
  if (free) return head;
  const tail = snapTime(begin + length, edges, reach);
  const headFar = head.at === undefined ? Infinity : Math.abs(head.at - begin);
  const tailFar = tail.at === undefined ? Infinity : Math.abs(tail.at - begin - length);
  return tailFar < headFar ? { time: exact(tail.time - length), at: tail.at! } : head;
}
