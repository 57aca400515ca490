import type { Page } from 'puppeteer-core';
import type { ExportSource } from '#functions/content/exports/use-cases.ts';
import { bitrateOf, type FrameRange, groupFrames } from '#functions/content/exports/video/plan.ts';
import { log } from '#functions/kernel/log.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { frameCountOf, frameRateOf, videoSize } from '#shared/model/export-limits.ts';
import { withPage } from './browser.ts';
import { type Drawn, jobOf } from './draw.ts';
import type { VideoJob } from './job.ts';

/** Bytes that cross from the page at once: base64 of it is a message that both sides handle in milliseconds. */
const pieceBytes = 1 << 20;
/** How often the page is asked how far it is, in ms. */
const askEveryMs = 1000;

/** A scene without its elements' own animations, for exports that leave them out. */
function withoutAnimations(source: ExportSource): ExportSource {
  const elements = source.project.elements.map((element) => ({ ...element, animations: [] }));
  return { ...source, project: { ...source.project, elements } };
}

function videoJob(source: ExportSource, options: ExportOptions, { from, to }: FrameRange): VideoJob {
  const given = options.includeAnimations ? source : withoutAnimations(source);
  const fps = frameRateOf(options);
  return {
    ...jobOf(given, options),
    ...videoSize(options.dimensions),
    format: options.videoFormat,
    fps,
    from,
    to,
    bitrate: bitrateOf(options),
    groupFrames,
  };
}

/** Takes a file out of the page, piece by piece, two on their way at a time. */
async function take(page: Page, file: 'video' | 'sound', size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size);
  let next = 0;
  const carry = async () => {
    while (next < size) {
      const from = next;
      const to = Math.min(size, from + pieceBytes);
      next = to;
      const piece = await page.evaluate((...args) => window.dealbell.take(...args), file, from, to);
      whole.write(piece, from, 'base64');
    }
  };
  await Promise.all([carry(), carry()]);
  return whole;
}

export interface EncodedRange {
  video: Buffer;
  /** WAV; undefined when nothing is heard. */
  sound: Buffer | undefined;
  failed: string[];
}

/** How a range is encoded beyond its options. */
export type Encoding = Pick<VideoJob, 'withSound' | 'shareAs'>;

/** Draws and encodes a range of a video's frames in a page. @param report is told each second how many are encoded */
export async function encodeIn(
  page: Page,
  source: ExportSource,
  options: ExportOptions,
  range: FrameRange,
  report: (encoded: number) => void = () => undefined,
  encoding: Encoding = {},
): Promise<EncodedRange> {
  const job: VideoJob = { ...videoJob(source, options, range), ...encoding };
  const asking = setInterval(
    () => void page.evaluate(() => window.dealbell.encoded()).then(report, () => undefined),
    askEveryMs,
  );
  try {
    const began = performance.now();
    const result = await page.evaluate((given) => window.dealbell.video(given), job);
    const encodedMs = Math.round(performance.now() - began);
    const video = await take(page, 'video', result.size);
    const sound = result.soundSize ? await take(page, 'sound', result.soundSize) : undefined;
    const takenMs = Math.round(performance.now() - began) - encodedMs;
    const { size, drawn, timings, failed } = result;
    const { from, to } = range;
    log.info('A range of frames is encoded.', { from, to, drawn, size, encodedMs, takenMs, timings });
    return { video, sound, failed };
  } finally {
    clearInterval(asking);
  }
}

/** The same in a page of its own. */
export const encodeRange = (
  source: ExportSource,
  options: ExportOptions,
  range: FrameRange,
  report?: (encoded: number) => void,
): Promise<EncodedRange> => withPage((page) => encodeIn(page, source, options, range, report));

export const videoTypes = { mp4: 'video/mp4', webm: 'video/webm', gif: 'image/gif' } as const;

/** A whole video that one renderer makes: WebM and GIF. */
export async function drawClip(
  source: ExportSource,
  options: ExportOptions,
  report?: (encoded: number) => void,
): Promise<Drawn> {
  const range = { from: 0, to: frameCountOf(options) };
  const { video, failed } = await encodeRange(source, options, range, report);
  return { body: video, contentType: videoTypes[options.videoFormat], failed };
}
