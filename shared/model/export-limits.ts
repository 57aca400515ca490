import { contentLimits, type ExportOptions } from './content.ts';

/**
 * What an export may ask for beyond the bounds of each single option, measured on the renderer: 3,008 MB of
 * memory and the H.264 encoder of its Chromium.
 */
const exportLimits = {
  /** Dots of a PNG, JPEG or WebP: a canvas, its copy while it is encoded, and the file must fit beside Chromium. */
  pictureDots: 100_000_000,
  /** Either side of a video, in px. */
  videoSide: 4096,
  /** Dots of one frame: 36,864 macroblocks of 16 × 16, the most that H.264 level 5.2 knows. */
  videoDots: 36_864 * 256,
  /** A WebM is made in one piece by one renderer: dots of all its frames (120 s of 1920 × 1080 at 30 a second). */
  webmDots: 120 * 30 * 1920 * 1080,
  /** A GIF keeps every frame as a picture of 256 colours; larger ones no player shows smoothly. */
  gifSide: 1280,
  gifSeconds: 30,
  /** Dots of all frames of a GIF (10 s of 800 × 600 at 20 a second). */
  gifDots: 10 * 20 * 800 * 600,
  /** GIF counts in hundredths of a second, and players slow down anything faster than this. */
  gifFrameRate: 20,
} as const;

const count = (value: number) => Math.floor(value).toLocaleString('en-US');

/** Pictures a second that a video really has. */
export const frameRateOf = ({ videoFormat, fps }: Pick<ExportOptions, 'videoFormat' | 'fps'>): number =>
  videoFormat === 'gif' ? Math.min(fps, exportLimits.gifFrameRate) : fps;

/** Frames of a whole video. */
export const frameCountOf = (options: Pick<ExportOptions, 'videoFormat' | 'fps' | 'duration'>): number =>
  Math.max(1, Math.round(options.duration * frameRateOf(options)));

/** Video frames have even sides, as their colour is stored at half the resolution. */
export const videoSize = ({ width, height }: ExportOptions['dimensions']) => ({
  width: Math.max(16, width - (width % 2)),
  height: Math.max(16, height - (height % 2)),
});

/** The longest side, in px, and the longest time, in seconds, that an export of this kind may have. */
export function exportRanges({
  exportType,
  videoFormat,
}: Pick<ExportOptions, 'exportType' | 'videoFormat'>): {
  side: number;
  seconds: number;
} {
  const { exportSide, exportDuration } = contentLimits;
  if (exportType !== 'video') return { side: exportSide.max, seconds: exportDuration.max };
  if (videoFormat === 'gif') return { side: exportLimits.gifSide, seconds: exportLimits.gifSeconds };
  return { side: exportLimits.videoSide, seconds: exportDuration.max };
}

/** The size itself where an export may have it, else the largest one of its proportions; in whole px. */
export function fittingSize(options: ExportOptions): ExportOptions['dimensions'] {
  const { exportType, dimensions, videoFormat } = options;
  const { width, height } = dimensions;
  const frames = frameCountOf(options);
  let dots: number = exportLimits.pictureDots;
  if (exportType === 'video') dots = exportLimits.videoDots;
  if (exportType === 'video' && videoFormat === 'webm') dots = Math.min(dots, exportLimits.webmDots / frames);
  if (exportType === 'video' && videoFormat === 'gif') dots = exportLimits.gifDots / frames;
  const { side } = exportRanges(options);
  const scale = Math.min(1, side / Math.max(width, height), Math.sqrt(dots / (width * height)));
  if (scale === 1) return dimensions;
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

/** Why an export cannot be made, as a sentence for the person who asked; undefined when it can. */
export function exportProblem(options: ExportOptions): string | undefined {
  const { exportType, dimensions, duration, videoFormat } = options;
  const { width, height } = dimensions;
  const dots = width * height;
  if (exportType === 'image' && dots > exportLimits.pictureDots)
    return `A picture of ${width} × ${height} is too large. It may have ${count(exportLimits.pictureDots)} dots, e.g. 10000 × 10000.`;
  if (exportType !== 'video') return undefined;
  if (Math.max(width, height) > exportLimits.videoSide || dots > exportLimits.videoDots)
    return `A video of ${width} × ${height} is too large. It may be at most 4096 px wide or high and have ${count(exportLimits.videoDots)} dots, e.g. 4096 × 2304.`;
  const allDots = dots * frameCountOf(options);
  if (videoFormat === 'webm' && allDots > exportLimits.webmDots)
    return `A WebM of ${width} × ${height} may be at most ${count(exportLimits.webmDots / dots / options.fps)} seconds long. Choose MP4 for longer videos.`;
  if (videoFormat !== 'gif') return undefined;
  if (Math.max(width, height) > exportLimits.gifSide)
    return `A GIF may be at most ${count(exportLimits.gifSide)} px wide or high. Choose MP4 for larger videos.`;
  if (duration > exportLimits.gifSeconds || allDots > exportLimits.gifDots) {
    const seconds = Math.min(exportLimits.gifSeconds, exportLimits.gifDots / dots / frameRateOf(options));
    return `A GIF of ${width} × ${height} may be at most ${count(seconds)} seconds long. Choose a smaller size, or MP4.`;
  }
  return undefined;
}
