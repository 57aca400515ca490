import type { Box } from '#shared/model/geometry.ts';

/** A gap that is as wide as another one, canvas px: shown as a measure between two elements. */
export interface Spacing {
  axis: 'x' | 'y';
  from: number;
  to: number;
  /** Where on the other axis it is shown. */
  across: number;
}

export interface SpacingSnap {
  /** The new start of the box on the axis. */
  at: number;
  spacings: Spacing[];
}

const side = (axis: 'x' | 'y') => (axis === 'x' ? ('width' as const) : ('height' as const));
const endOf = (box: Box, axis: 'x' | 'y') => box[axis] + box[side(axis)];

/**
 * Where a dragged box lies as far from its neighbours as they lie from each other, within the tolerance.
 * Neighbours are those that overlap it on the other axis: a row for x, a column for y.
 */
export function equalSpacing(
  axis: 'x' | 'y',
  box: Box,
  others: readonly Box[],
  tolerance: number,
): SpacingSnap | undefined {
  const cross = axis === 'x' ? 'y' : 'x';
  const length = box[side(axis)];
  const line = others
    .filter((other) => other[cross] < endOf(box, cross) && endOf(other, cross) > box[cross])
    .sort((a, b) => a[axis] - b[axis]);
  if (line.length < 2) return undefined;
  const across = box[cross] + box[side(cross)] / 2;
  const measure = (from: number, to: number): Spacing => ({ axis, from, to, across });
  let best: SpacingSnap | undefined;
  let least = tolerance;
  const offer = (at: number, spacings: Spacing[]) => {
    const distance = Math.abs(at - box[axis]);
    if (distance > least) return;
    least = distance;
    best = { at, spacings };
  };
  for (const [index, before] of line.entries()) {
    const after = line[index + 1];
    if (!after) break;
    const [end, next] = [endOf(before, axis), after[axis]];
    const gap = next - end;
    if (gap <= 0) continue;
    const behind = endOf(after, axis) + gap;
    offer(behind, [measure(end, next), measure(behind - gap, behind)]);
    const ahead = before[axis] - gap - length;
    offer(ahead, [measure(ahead + length, before[axis]), measure(end, next)]);
    if (gap > length) {
      const between = end + (gap - length) / 2;
      offer(between, [measure(end, between), measure(between + length, next)]);
    }
  }
  return best;
}
