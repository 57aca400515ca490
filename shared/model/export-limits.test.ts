import { describe, expect, it } from 'vitest';
import { type ExportOptions, exportOptions } from './content.ts';
import { exportProblem, fittingSize, frameCountOf, videoSize } from './export-limits.ts';

const options = (given: Partial<ExportOptions>) => exportOptions.parse({ exportType: 'video', ...given });

describe('an export', () => {
  it.each<[string, Partial<ExportOptions>]>([
    ['an hour of full HD', { duration: 3600 }],
    ['4096 × 2304', { dimensions: { width: 4096, height: 2304 } }],
    ['a still of 10000 × 10000', { exportType: 'image', dimensions: { width: 10_000, height: 10_000 } }],
    ['two minutes of WebM', { videoFormat: 'webm', duration: 120 }],
    ['a small GIF', { videoFormat: 'gif', duration: 10, dimensions: { width: 480, height: 270 } }],
  ])('may be %s', (_, given) => expect(exportProblem(options(given))).toBeUndefined());

  it.each<[string, Partial<ExportOptions>, RegExp]>([
    [
      '4096 × 4096',
      { dimensions: { width: 4096, height: 4096 } },
      /4096 × 4096 is too large.*9,437,184 dots/,
    ],
    ['5000 wide', { dimensions: { width: 5000, height: 100 } }, /5000 × 100 is too large/],
    ['a long WebM', { videoFormat: 'webm', duration: 121 }, /at most 120 seconds long.*MP4/],
    ['a large GIF', { videoFormat: 'gif' }, /at most 1,280 px/],
    [
      'a long GIF',
      { videoFormat: 'gif', duration: 31, dimensions: { width: 100, height: 100 } },
      /at most 30 seconds/,
    ],
  ])('may not be %s, and says why', (_, given, sentence) =>
    expect(exportProblem(options(given))).toMatch(sentence),
  );

  it('of four hours is refused with a sentence', () =>
    expect(
      exportOptions.safeParse({ exportType: 'video', duration: 4 * 3600 }).error?.issues[0]?.message,
    ).toBe('A video may be at most 3,600 seconds (one hour) long.'));

  it('counts its frames, and a GIF fewer of them', () => {
    expect(frameCountOf(options({ duration: 1.5, fps: 24 }))).toBe(36);
    expect(frameCountOf(options({ duration: 2, fps: 60, videoFormat: 'gif' }))).toBe(40);
  });

  it('is given the largest size of its proportions that it may have', () => {
    const gif = options({ videoFormat: 'gif', duration: 10 });
    expect(fittingSize(gif)).toEqual({ width: 923, height: 519 });
    const all: Partial<ExportOptions>[] = [
      { videoFormat: 'gif', duration: 30 },
      { videoFormat: 'gif', duration: 1, dimensions: { width: 10_000, height: 40 } },
      { videoFormat: 'webm', duration: 3_600 },
      { videoFormat: 'mp4', dimensions: { width: 9_000, height: 10_000 } },
      { exportType: 'image', dimensions: { width: 10_000, height: 10_000 } },
    ];
    for (const given of all) {
      const dimensions = fittingSize(options(given));
      expect(exportProblem(options({ ...given, dimensions }))).toBeUndefined();
    }
    const small = options({ videoFormat: 'gif', duration: 3, dimensions: { width: 480, height: 270 } });
    expect(fittingSize(small)).toEqual({ width: 480, height: 270 });
  });

  it('has even sides as a video', () =>
    expect(videoSize({ width: 321, height: 3 })).toEqual({ width: 320, height: 16 }));
});
