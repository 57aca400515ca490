/** A number from 0 up to, but without, 1. */
export type Random = () => number;

/** 32-bit FNV-1a of a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Each element's own seed, so that two alike do not move alike. */
export function elementSeed(sceneSeed: number, elementId: string): number {
  return (hashText(elementId) ^ Math.imul(sceneSeed | 0, 0x9e3779b1)) >>> 0;
}

/**
 * mulberry32: a repeatable sequence from a seed. For a picture that can be sought, take one sequence per
 * particle from (seed, index) and compute its place from t; never carry state from frame to frame.
 */
export function randomFrom(seed: number, index = 0): Random {
  let state = (seed ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
