import * as z from 'zod';

/** A whole number of a node's settings within its range. */
export const wholeWithin = ({ min, max }: { min: number; max: number }) =>
  z.number('Please enter a number.').int().min(min, `At least ${min}.`).max(max, `At most ${max}.`);
