import { describe, expect, it } from 'vitest';
import { thumbnailTime } from './thumbnail-time.ts';

describe('where the picture of a video is taken', () => {
  it.each([
    [60, 1],
    [10, 1],
    [4, 0.4],
    [0, 0],
    [Number.POSITIVE_INFINITY, 0],
    [Number.NaN, 0],
  ])('in one of %s s it is at %s s', (duration, at) => expect(thumbnailTime(duration)).toBeCloseTo(at));
});
