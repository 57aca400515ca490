import { AppError } from '#functions/kernel/errors.ts';
import { startHeartbeat } from '#functions/kernel/job.ts';
import { log } from '#functions/kernel/log.ts';
import { closeBrowser, encodeRange, silence, withTimeout } from '#functions/render/api.ts';
import { type Delivery, pauseBefore } from '../delivery.ts';
import type { StoredExport } from '../store.ts';
import { exportFiles } from '../use-cases.ts';
import { heartbeatMs, restOfLease } from '../work.ts';
import { silenceKey, soundKey } from './cleanup.ts';
import { joinWhenComplete } from './join.ts';
import { findPart, partsOf } from './store.ts';
import {
  completePart,
  divide,
  failVideo,
  releasePart,
  reportPart,
  sendParts,
  takePartForRendering,
} from './work.ts';

/** A part is rendered within this, or given up with a sentence; ms. The function itself has 300 s. */
const partTimeoutMs = 270_000;

/** Renders one part of a video. The same message twice, or a kill anywhere, makes one part. */
export async function renderPart(exportId: string, n: number, delivery: Delivery): Promise<void> {
  const taken = await takePartForRendering(exportId, n);
  // Whoever finished the last part may have died before the joining began.
  if (taken === 'finished') return joinWhenLast(exportId, delivery);
  if (taken === 'held') return delivery.again(restOfLease((await findPart(exportId, n))?.leaseUntil));
  const { item, source, part } = taken;
  const { fps } = item.options;
  let encoded = 0;
  let ended = false;
  const report = async () => {
    if (!(await reportPart(part, encoded))) ended = true;
  };
  const heartbeat = startHeartbeat(heartbeatMs, () => Promise.all([delivery.keep(), report()]));
  try {
    const work = encodeRange(source, item.options, part, (frames) => {
      encoded = frames;
    });
    const { video, sound, failed } = await withTimeout(work, partTimeoutMs, 'This part of the video');
    if (failed.length > 0) log.warn('Pictures or clips were replaced by placeholders.', { exportId, failed });
    if (ended) return;
    const frames = part.to - part.from;
    if (sound) await exportFiles().put(soundKey(exportId, n), sound, 'audio/wav');
    else await exportFiles().put(silenceKey(exportId, frames), silence(frames, fps), 'audio/wav');
    await completePart(part, video);
  } catch (error) {
    // Before anything else: a renewal would take the lease back that is given up here.
    await heartbeat.stop();
    await closeBrowser();
    if (!(error instanceof AppError)) {
      log.error('A renderer failed.', { exportId, n, error: error as Error });
      await releasePart(part);
      return await delivery.again(pauseBefore(part.attempts));
    }
    await failVideo(item, error.message);
    return;
  } finally {
    await heartbeat.stop();
  }
  await joinWhenLast(exportId, delivery);
}

async function joinWhenLast(exportId: string, delivery: Delivery): Promise<void> {
  const seconds = await joinWhenComplete(exportId);
  if (seconds) await delivery.again(seconds);
}

/**
 * Divides a video that was asked for. A short one is rendered at once; the parts of others go on the queue. Of one
 * that has been divided before, the parts that are not on the queue yet.
 */
export async function renderVideo(item: StoredExport, delivery: Delivery): Promise<void> {
  const { exportId, partsTotal } = item;
  const count = partsTotal ?? (await divide(item));
  if (count === 1) return renderPart(exportId, 0, delivery);
  const parts = await partsOf(exportId);
  await sendParts(parts.filter(({ status, sentAt }) => status === 'waiting' && sentAt === 0));
}
