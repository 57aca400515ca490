import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportOptions } from '#shared/model/content.ts';
import { bitrateOf, groupFrames } from '#shared/model/export-encoding.ts';
import { frameCountOf } from '#shared/model/export-limits.ts';
import { planParts } from './plan.ts';

const video = (given: object) => exportOptions.parse({ exportType: 'video', ...given });

describe('the parts of a video', () => {
  it('cover every frame once, in order, in whole groups, in at most 99 parts', () =>
    fc.assert(
      fc.property(
        fc.record({
          duration: fc.double({ min: 1, max: 3600, noNaN: true }),
          fps: fc.constantFrom(24, 25, 30, 60),
          dimensions: fc.record({
            width: fc.integer({ min: 1, max: 4096 }),
            height: fc.integer({ min: 1, max: 2304 }),
          }),
        }),
        fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
        (given, parts) => {
          const options = video(given);
          const ranges = planParts(options, { parts });
          expect(ranges.length).toBeLessThanOrEqual(99);
          let next = 0;
          for (const { from, to } of ranges) {
            expect(from).toBe(next);
            expect(from % groupFrames).toBe(0);
            expect(to).toBeGreaterThan(from);
            next = to;
          }
          expect(next).toBe(frameCountOf(options));
        },
      ),
    ));

  it('are one for a short video, more for a long one, and as many as asked for', () => {
    expect(planParts(video({ duration: 10 }))).toEqual([{ from: 0, to: 300 }]);
    expect(planParts(video({ duration: 60 }))).toHaveLength(6);
    expect(planParts(video({ duration: 10 }), { parts: 2 })).toEqual([
      { from: 0, to: 180 },
      { from: 180, to: 300 },
    ]);
  });
});

it('what is passed through has more bits than what is encoded again', () => {
  expect(bitrateOf(video({ quality: 'high' }))).toBeGreaterThan(bitrateOf(video({ quality: 'medium' })));
  expect(bitrateOf(video({ dimensions: { width: 16, height: 16 } }))).toBe(1e6);
});
