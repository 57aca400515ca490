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
import { mayTakeTwo, secondPageFrom } from './second-page.ts';

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
export type Encoding = Pick<VideoJob, 'withSound' | 'shareAs' | 'differsIn' | 'isDividable'>;

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

/**
 * The same in a page of its own, or in two side by side: the second takes the last frames over as soon as the first ones
 * have shown that it pays. Only MP4s whose sound is joined later are put together from what two have made.
 * @param secondFrom decides by what a frame costs from which one on the second page draws, if it does
 */
export async function encodeRange(
  source: ExportSource,
  options: ExportOptions,
  range: FrameRange,
  report: (encoded: number) => void = () => undefined,
  secondFrom = secondPageFrom,
): Promise<EncodedRange> {
  const processors = availableParallelism();
  if (options.videoFormat !== 'mp4' || !mayTakeTwo(range, processors))
    return withPage((page) => encodeIn(page, source, options, range, report));
  const encoded = [0, 0];
  const reportOf = (i: number) => (frames: number) => {
    encoded[i] = frames;
    report(encoded[0]! + encoded[1]!);
  };
  let middle = range.to;
  const [first, second] = await withPage((page) => {
    const encoding = encodeIn(page, source, options, range, reportOf(0), { isDividable: true });
    const takeOver = async (): Promise<EncodedRange | undefined> => {
      const cost = await page.evaluate(() => window.dealbell.cost());
      const at = cost && secondFrom(cost, range, processors);
      if (at === undefined) return undefined;
      middle = await page.evaluate((frame) => window.dealbell.endBefore(frame), at);
      if (middle >= range.to) return undefined;
      log.info('A second page takes frames over.', { ...cost, from: middle, to: range.to });
      const rest = { from: middle, to: range.to };
      return withPage((other) => encodeIn(other, source, options, rest, reportOf(1)));
    };
    return Promise.all([encoding, takeOver()]);
  });
  if (!second) return first;
  const fps = frameRateOf(options);
  const frames = [middle - range.from, range.to - middle];
  return {
    video: await concatenateVideos([first.video, second.video], frames, fps),
    sound: concatenateSounds([first.sound, second.sound], frames, fps),
    failed: [...new Set([...first.failed, ...second.failed])],
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
