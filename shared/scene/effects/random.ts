/**
 * A repeatable number from 0 up to, but without, 1, for one trait of one particle: the same arguments always give
 * the same number, so a particle's state at t needs nothing but its index and its cycle.
 */
export function chance(seed: number, index: number, trait = 0): number {
  let mixed = (seed ^ Math.imul(index + 1, 0x85ebca6b) ^ Math.imul(trait + 1, 0xc2b2ae35)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** A repeatable number between two. */
export function between(seed: number, index: number, trait: number, low: number, high: number): number {
  return low + (high - low) * chance(seed, index, trait);
}

export const fraction = (value: number) => value - Math.floor(value);
export const clamp01 = (value: number) => Math.min(1, Math.max(0, value));
export const mix = (from: number, to: number, share: number) => from + (to - from) * share;

/** 0 below `from`, 1 above `to`, and an S between them. */
export function smooth(from: number, to: number, value: number): number {
  const share = clamp01((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** Value noise along a line: smooth, from -1 to 1, about one swing per unit. */
export function noise(seed: number, x: number): number {
  const cell = Math.floor(x);
  const share = x - cell;
  const eased = share * share * (3 - 2 * share);
  return mix(chance(seed, cell, 91), chance(seed, cell + 1, 91), eased) * 2 - 1;
}
