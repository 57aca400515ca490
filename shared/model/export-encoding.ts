import type { ExportOptions } from './content.ts';
import { videoSize } from './export-limits.ts';

/** Frames of a video from `from` up to, but without, `to`. */
export interface FrameRange {
  from: number;
  to: number;
}

/** A key frame at least this often; parts of a video hold whole groups of pictures. */
export const groupFrames = 60;

/** Bits a second of what a renderer encodes: 0.16 a dot passed through as it is, 0.13 where it is encoded again. */
export function bitrateOf({ dimensions, fps, quality }: ExportOptions): number {
  const { width, height } = videoSize(dimensions);
  const bits = width * height * fps * (quality === 'high' ? 0.16 : 0.13);
  return Math.round(Math.min(60e6, Math.max(1e6, bits)));
}
