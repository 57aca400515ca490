import { envelope } from '#events/index.ts';
import {
  completeExport,
  failExport,
  heartbeatMs,
  releaseExport,
  reportProgress,
  takeForRendering,
} from '#functions/content/exports/work.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { worker } from '#functions/kernel/queue.ts';
import { closeBrowser } from './browser.ts';
import { drawExport } from './draw.ts';

/** An export is drawn within this, or given up with a sentence; ms. The function itself has 300 s. */
const drawTimeoutMs = 120_000;

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new AppError(504, 'too_slow', 'Drawing this took longer than two minutes and was stopped.')),
      ms,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Draws one export from its request to its file. The same message twice, or a kill anywhere, makes one file. */
async function render(exportId: string): Promise<void> {
  const taken = await takeForRendering(exportId);
  if (taken === 'finished') return;
  if (taken === 'held') throw new Error('Another renderer is at this export.');
  const { item, source } = taken;
  const stage = { name: 'drawing', progress: 20, message: 'Drawing' };
  const report = () => reportProgress(exportId, stage.name, stage.progress, stage.message);
  await report();
  const heartbeat = setInterval(() => void report().catch(() => undefined), heartbeatMs);
  try {
    const { body, contentType, failed } = await within(drawExport(source, item.options), drawTimeoutMs);
    if (failed.length > 0) log.warn('Pictures were replaced by placeholders.', { exportId, failed });
    Object.assign(stage, { name: 'storing', progress: 90, message: 'Storing the file' });
    if (await report()) await completeExport(item, body, contentType);
  } catch (error) {
    await closeBrowser();
    if (!(error instanceof AppError)) {
      await releaseExport(exportId);
      throw error;
    }
    await failExport(item, error.message);
  } finally {
    clearInterval(heartbeat);
  }
}

export const handler = worker('render', envelope('content.export.requested'), ({ data }) =>
  render(data.exportId),
);
