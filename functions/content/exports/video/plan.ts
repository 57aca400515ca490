import type { ExportOptions } from '#shared/model/content.ts';
import { type FrameRange, groupFrames } from '#shared/model/export-encoding.ts';
import { frameCountOf, videoSize } from '#shared/model/export-limits.ts';

/** Frames of 1920 × 1080 that one part should have: some seconds of a renderer's work on a light scene. */
const partFrames = 300;
const fullHd = 1920 * 1080;
/** MediaConvert joins at most 150 inputs in a job; and a transaction takes 99 parts beside their export. */
const maxParts = 99;

/**
 * The parts that a video is rendered in, each of whole groups of pictures but the last. A short video is one part.
 * @param tuning.parts how many parts to aim at, in place of what the size suggests
 */
export function planParts(
  options: Pick<ExportOptions, 'videoFormat' | 'fps' | 'duration' | 'dimensions'>,
  tuning: { parts?: number } = {},
): FrameRange[] {
  const frames = frameCountOf(options);
  const { width, height } = videoSize(options.dimensions);
  const suggested = Math.max(groupFrames, partFrames * Math.min(4, fullHd / (width * height)));
  const wanted = Math.min(maxParts, tuning.parts ?? Math.ceil(frames / suggested));
  const groups = Math.ceil(frames / groupFrames);
  const length = Math.ceil(groups / Math.max(1, wanted)) * groupFrames;
  const ranges: FrameRange[] = [];
  for (let from = 0; from < frames; from += length)
    ranges.push({ from, to: Math.min(frames, from + length) });
  return ranges;
}
