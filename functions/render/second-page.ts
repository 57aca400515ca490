import type { FrameRange } from '#shared/model/export-encoding.ts';
import type { FrameCost } from './job.ts';

/*
 * A page draws on one thread, and its encoder works on another: one frame after another takes what the slower of them
 * does. Two pages have two of each, and share the processors. Measured in docs/bench.md, "The renderer".
 */

/** Opening a page and loading what it draws, ms. */
const openingMs = 300;
/** How much longer each of two pages takes beside the other: they share caches and memory. */
const besideOther = 1.1;
/** Fewer frames than this are never divided. */
const fewest = 120;
/** A second page is worth its memory where the video is done in this share of the time. */
const worthIt = 0.9;

export const mayTakeTwo = ({ from, to }: FrameRange, processors: number): boolean =>
  processors > 1 && to - from >= fewest;

/**
 * The frame from which on a second page is to draw, so that both end at the same time; undefined where that pays
 * too little.
 */
export function secondPageFrom(
  { page, encoder }: FrameCost,
  { from, to }: FrameRange,
  processors: number,
): number | undefined {
  const alone = Math.max(page, encoder);
  const eachOfTwo = besideOther * Math.max(alone, (2 * (page + encoder)) / processors);
  const frames = to - from;
  // The first page goes on while the second one opens.
  const meanwhile = openingMs / alone;
  if (meanwhile >= frames) return undefined;
  const two = openingMs + ((frames - meanwhile) / 2) * eachOfTwo;
  if (two > worthIt * frames * alone) return undefined;
  return from + Math.round((frames + meanwhile) / 2);
}
