import type { Page } from 'puppeteer-core';
import { AppError } from '#functions/kernel/errors.ts';
import { startHeartbeat } from '#functions/kernel/job.ts';
import { log } from '#functions/kernel/log.ts';
import { closeBrowser, encodeIn, videoTypes, withPage, withTimeout } from '#functions/render/api.ts';
import { frameCountOf } from '#shared/model/export-limits.ts';
import type { PersonalisedRecord } from '#shared/model/personalised.ts';
import type { Delivery } from '../exports/delivery.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { findPart } from '../exports/video/store.ts';
import { heartbeatMs, restOfLease } from '../exports/work.ts';
import { fileKey } from './use-cases.ts';
import {
  endChunk,
  existingFile,
  fileOf,
  finishWhenComplete,
  keepChunk,
  maxChunkAttempts,
  noteOutcome,
  passOn,
  type TakenChunk,
  takeChunk,
} from './work.ts';

/** A record that fails is tried again, each time in a fresh browser. */
const triesPerRecord = 3;
/** What is left of a chunk after this goes back to the queue: the function itself has 300 s; ms. */
const chunkMs = 180_000;
const recordTimeoutMs = 100_000;

type Open = TakenChunk['open'][number];

/** Renders one record's video and notes it. Records of the same data share a file. */
async function renderRecord(
  page: Page,
  { batch, source }: TakenChunk,
  { n, record }: Open,
  differsIn: readonly string[],
): Promise<void> {
  const { batchId, options } = batch;
  const file = fileOf(batch, record);
  const known = await existingFile(batchId, file);
  if (known !== undefined) return noteOutcome(batch, n, { file, fileSize: known });
  const own = { ...source, data: { ...source.data, ...record.data } };
  const range = { from: 0, to: frameCountOf(options) };
  const sharing = { withSound: true, shareAs: batchId, differsIn };
  const work = encodeIn(page, own, options, range, undefined, sharing);
  const { video, failed } = await withTimeout(work, recordTimeoutMs, 'This video');
  if (failed.length > 0) log.warn('Pictures or clips were replaced by placeholders.', { batchId, n, failed });
  await exportFiles().put(fileKey(batchId, file), video, videoTypes[options.videoFormat]);
  await noteOutcome(batch, n, { file, fileSize: video.length });
}

/** The sources of data in which records differ; company and tenant stand for one another. */
function differingSources(records: readonly PersonalisedRecord[]): string[] {
  const sources = new Set(records.flatMap(({ data }) => Object.keys(data)));
  if (sources.has('company') || sources.has('tenant')) sources.add('company').add('tenant');
  return [...sources];
}

/** The sentence that a person reads beside a record. */
const reasonOf = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The renderer stopped while it worked on this.';

/** Renders the records of a chunk in one page, which keeps what they share. Answers those that are left. */
async function renderOpen(taken: TakenChunk, isOver: () => boolean): Promise<Open[]> {
  const waiting = [...taken.open];
  const differsIn = differingSources(waiting.map(({ record }) => record));
  const tries = new Map<number, number>();
  while (waiting.length > 0 && !isOver())
    try {
      await withPage(async (page) => {
        for (let next = waiting[0]; next && !isOver(); next = waiting[0]) {
          await renderRecord(page, taken, next, differsIn);
          waiting.shift();
        }
      });
    } catch (error) {
      await closeBrowser();
      const [{ n }] = waiting as [Open];
      const tried = (tries.get(n) ?? 0) + 1;
      tries.set(n, tried);
      log.warn('A personalised video failed.', { n, tried, error: error as Error });
      if (tried < triesPerRecord && !(error instanceof AppError)) continue;
      await noteOutcome(taken.batch, n, { errorMessage: reasonOf(error) });
      waiting.shift();
    }
  return waiting;
}

/** Renders one chunk of a batch. The same message twice, or a kill anywhere, makes each video once. */
export async function renderChunk(batchId: string, n: number, delivery: Delivery): Promise<void> {
  const taken = await takeChunk(batchId, n);
  if (taken === 'finished') return finishWhenComplete(batchId);
  if (taken === 'held') return delivery.again(restOfLease((await findPart(batchId, n))?.leaseUntil));
  const { chunk, open } = taken;
  const end = performance.now() + chunkMs;
  let ended = false;
  const heartbeat = startHeartbeat(heartbeatMs, async () => {
    const [goesOn] = await Promise.all([keepChunk(chunk), delivery.keep()]);
    ended ||= !goesOn;
  });
  try {
    // The first record of a chunk that renderers die of is the likeliest cause.
    if (chunk.attempts >= maxChunkAttempts && open[0])
      await noteOutcome(taken.batch, open.shift()!.n, { errorMessage: reasonOf(undefined) });
    const left = await renderOpen(taken, () => ended || performance.now() > end);
    if (ended) return;
    // Before anything else: a renewal would take the lease back that is given up here.
    await heartbeat.stop();
    if (left.length > 0) return await passOn(chunk);
    await endChunk(chunk);
  } finally {
    await heartbeat.stop();
  }
  await finishWhenComplete(batchId);
}
