import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { startHeartbeat } from '#functions/kernel/job.ts';
import { log } from '#functions/kernel/log.ts';
import { worker } from '#functions/kernel/queue.ts';
import { closeBrowser, drawExport, printDocument, withTimeout } from '#functions/render/api.ts';
import { frameCountOf } from '#shared/model/export-limits.ts';
import { renderChunk } from '../personalised/render-chunk.ts';
import { sendChunks } from '../personalised/work.ts';
import { Delivery, pauseBefore } from './delivery.ts';
import { findExport } from './store.ts';
import { renderPart, renderVideo } from './video/render-part.ts';
import type { PartMessage } from './video/work.ts';
import {
  completeExport,
  failExport,
  heartbeatMs,
  releaseExport,
  reportProgress,
  restOfLease,
  takeForRendering,
} from './work.ts';

/** An export is drawn within this, or given up with a sentence; ms. The function itself has 300 s. */
const drawTimeoutMs = 120_000;
const videoTimeoutMs = 270_000;

/** Draws one export from its request to its file. The same message twice, or a kill anywhere, makes one file. */
async function render(exportId: string, delivery: Delivery): Promise<void> {
  const divided = await findExport(exportId);
  if (divided?.status === 'processing' && divided.partsTotal !== undefined)
    return renderVideo(divided, delivery);
  const taken = await takeForRendering(exportId);
  if (taken === 'finished') return;
  if (taken === 'held') return delivery.again(restOfLease((await findExport(exportId))?.leaseUntil));
  const { item, source } = taken;
  const { options } = item;
  const isVideo = options.exportType === 'video';
  if (isVideo && options.videoFormat === 'mp4') return renderVideo(item, delivery);
  const stage = { name: 'drawing', progress: 20, message: 'Drawing' };
  const report = () => reportProgress(exportId, stage.name, stage.progress, stage.message);
  const frames = frameCountOf(options);
  const onFrames = (encoded: number) => {
    const progress = Math.floor((90 * encoded) / frames);
    Object.assign(stage, { progress, message: `Rendering, ${encoded} of ${frames} frames` });
  };
  await report();
  const heartbeat = startHeartbeat(heartbeatMs, () => Promise.all([delivery.keep(), report()]));
  try {
    const work = drawExport(source, options, onFrames);
    const { body, contentType, failed } = await withTimeout(
      work,
      isVideo ? videoTimeoutMs : drawTimeoutMs,
      isVideo ? 'This video' : 'This',
    );
    if (failed.length > 0) log.warn('Pictures were replaced by placeholders.', { exportId, failed });
    Object.assign(stage, { name: 'storing', progress: 90, message: 'Storing the file' });
    if (await report()) await completeExport(item, body, contentType);
  } catch (error) {
    // Before anything else: a renewal would take the lease back that is given up here.
    await heartbeat.stop();
    await closeBrowser();
    if (!(error instanceof AppError)) {
      log.error('A renderer failed.', { exportId, error: error as Error });
      await releaseExport(exportId);
      return await delivery.again(pauseBefore(item.attempts));
    }
    await failExport(item, error.message);
  } finally {
    await heartbeat.stop();
  }
}

const part = z.object({ kind: z.enum(['part', 'chunk']), exportId: z.string(), n: z.number().int() });

/** Exports, batches and prints that were asked for, as the bus tells, and what they are divided into. */
const message = z.union([
  part satisfies z.ZodType<PartMessage>,
  envelope('content.export.requested'),
  envelope('content.personalised.requested'),
  envelope('document.print.requested'),
]);

export const handler = worker('render', message, async (body, { receiptHandle }) => {
  const delivery = new Delivery(body, receiptHandle);
  await delivery.keep();
  if ('kind' in body) {
    const { kind, exportId, n } = body;
    return kind === 'part' ? renderPart(exportId, n, delivery) : renderChunk(exportId, n, delivery);
  }
  if (body.type === 'document.print.requested')
    return printDocument(body.data.documentKey, body.data.fileKey);
  return body.type === 'content.export.requested'
    ? render(body.data.exportId, delivery)
    : sendChunks(body.data.batchId);
});
