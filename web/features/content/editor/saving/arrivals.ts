import type { Element } from '#shared/model/content.ts';
import { merge, overlay, underlay } from '../store/overlay.ts';

/** An unsaved edit that had to give way to what somebody else saved. */
export interface Overruled {
  id: string;
  /** As they saved it; undefined where they removed it. */
  theirs: Element | undefined;
  /** As it stood here; undefined where it was removed here. */
  mine: Element | undefined;
  /** What both began from. */
  base: Element;
}

export interface Arrival {
  /** What stands here from now on. */
  next: Element | undefined;
  overruled?: Overruled;
}

/**
 * What somebody else saved of an element that was edited here and not yet saved: both where they are in
 * different places; where they meet, theirs, and the edit that gave way is told.
 */
export function arriving(base: Element, mine: Element | undefined, theirs: Element | undefined): Arrival {
  if (!mine && !theirs) return { next: undefined };
  const overruled = { id: base.id, theirs, mine, base };
  if (!mine || !theirs) return { next: theirs, overruled };
  const both = merge(base, mine, theirs);
  if (both) return { next: both };
  return { next: underlay({ base, changed: mine }, theirs, base), overruled };
}

/** The edit that gave way, made again on what stands there now; undefined where it was a removal. */
export function reapplyMine(
  { base, mine, theirs }: Overruled,
  present: Element | undefined,
): Element | undefined {
  if (!mine) return undefined;
  return overlay(base, mine)(present ?? theirs ?? mine);
}
