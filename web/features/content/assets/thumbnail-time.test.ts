import { describe, expect, it } from 'vitest';
import { taken, thumbnailTime } from './thumbnail-time.ts';

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

it('it is a JPEG of quality 0.8, given up after 10 s', () => {
  expect(taken).toMatchObject({ quality: 0.8, timeoutMs: 10_000 });
});
