import { availableParallelism } from 'node:os';
import type { Page } from 'puppeteer-core';
import type { ExportSource } from '#functions/content/api.ts';
import { log } from '#functions/kernel/log.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { bitrateOf, type FrameRange, groupFrames } from '#shared/model/export-encoding.ts';
import { frameCountOf, frameRateOf, videoSize } from '#shared/model/export-limits.ts';
import { withPage } from './browser.ts';
import { concatenateSounds, concatenateVideos } from './concatenate.ts';
import type { VideoJob } from './job.ts';
import { type Drawn, jobOf } from './scene-job.ts';

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
export type Encoding = Pick<VideoJob, 'withSound' | 'shareAs' | 'differsIn'>;

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
    const { size, drawn, shared, timings, failed } = result;
    const { from, to } = range;
    log.info('A range of frames is encoded.', { from, to, drawn, shared, size, encodedMs, takenMs, timings });
    return { video, sound, failed };
  } finally {
    clearInterval(asking);
  }
}

/** A range is divided among pages only where each has this many frames to draw: opening one takes some ten of them. */
const worthAPage = 60;

/** As many pages as there are processors to draw on and encode, but no more than the function's memory is for. */
const pagesFor = (frames: number) =>
  Math.max(1, Math.min(2, availableParallelism(), Math.floor(frames / worthAPage)));

/**
 * The same in pages of its own, side by side, each with its share of the frames: a page draws on one thread, which
 * is what takes longest where much moves. Only MP4s whose sound is joined later are put together from shares.
 */
export async function encodeRange(
  source: ExportSource,
  options: ExportOptions,
  { from, to }: FrameRange,
  report: (encoded: number) => void = () => undefined,
): Promise<EncodedRange> {
  const count = options.videoFormat === 'mp4' ? pagesFor(to - from) : 1;
  const starts = Array.from({ length: count + 1 }, (_, i) => from + Math.round(((to - from) * i) / count));
  const encoded = Array<number>(count).fill(0);
  const pieces = await Promise.all(
    encoded.map((_, i) =>
      withPage((page) =>
        encodeIn(page, source, options, { from: starts[i]!, to: starts[i + 1]! }, (frames) => {
          encoded[i] = frames;
          report(encoded.reduce((sum, one) => sum + one));
        }),
      ),
    ),
  );
  const [only] = pieces;
  if (pieces.length === 1) return only!;
  const fps = frameRateOf(options);
  const frames = encoded.map((_, i) => starts[i + 1]! - starts[i]!);
  return {
    video: await concatenateVideos(
      pieces.map(({ video }) => video),
      frames,
      fps,
    ),
    sound: concatenateSounds(
      pieces.map(({ sound }) => sound),
      frames,
      fps,
    ),
    failed: [...new Set(pieces.flatMap(({ failed }) => failed))],
  };
}

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
