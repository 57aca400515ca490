import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { findExport, finishExport, noteProgress, type StoredExport, takeExport } from './store.ts';
import { type ExportSource, exportFiles, outputKey } from './use-cases.ts';

/*
 * The renderer's side of an export. A message may come twice and a renderer may die at any point: the lease
 * lets one renderer at a time work on an export, the output's key is always the same, and an export ends once.
 *
 *   requested ──take──▶ processing (lease) ──finish──▶ completed | failed
 *                          ▲      │ renderer dies
 *                          └──────┘ lease runs out: its message comes again then (delivery.ts)
 *
 * The sweeper's minute stands behind that, for a message that was lost.
 */

/** A renderer that says nothing for this long is taken for dead, in milliseconds. */
export const leaseMs = 15_000;
/** How often a renderer at work says so, in milliseconds. */
export const heartbeatMs = 3_000;
/** After so many renderers an export is given up. */
export const maxAttempts = 3;

/** Seconds until a lease has run out, and no less than one. */
export const restOfLease = (leaseUntil = 0): number =>
  Math.max(1, Math.ceil((leaseUntil - clock.now()) / 1000) + 1);

export type Taken = { item: StoredExport; source: ExportSource } | 'finished' | 'held';

/** Takes an export to render it. 'finished': nothing to do; 'held': another renderer is at it. */
export async function takeForRendering(exportId: string): Promise<Taken> {
  const now = clock.now();
  const item = await findExport(exportId);
  if (item?.status !== 'processing') return 'finished';
  if (!(await accepted(commit(takeExport(exportId, now, now + leaseMs))))) {
    const again = await findExport(exportId);
    return again?.status === 'processing' ? 'held' : 'finished';
  }
  if (item.attempts >= maxAttempts) {
    await failExport(item, 'The renderer stopped several times while it worked on this.');
    return 'finished';
  }
  const source = await exportFiles().get(`${exportId}/source.json`);
  if (!source) {
    await failExport(item, 'What was to be drawn is no longer there.');
    return 'finished';
  }
  return { item, source: JSON.parse(source.toString()) as ExportSource };
}

/** Tells how far the work is and keeps the lease; answers false when the export has been ended or removed. */
export function reportProgress(
  exportId: string,
  stage: string,
  progress: number,
  message: string,
): Promise<boolean> {
  const note = { stage, progress, message, progressAt: clock.iso(), leaseUntil: clock.now() + leaseMs };
  return accepted(commit(noteProgress(exportId, note)));
}

/** Stores the finished file and completes the export, once. */
export async function completeExport(item: StoredExport, body: Buffer, contentType: string): Promise<void> {
  await exportFiles().put(outputKey(item), body, contentType);
  await completeStored(item, body.length, contentType);
}

/** Completes an export whose file lies in the bucket already, once. */
export async function completeStored(
  item: StoredExport,
  fileSize: number,
  contentType: string,
): Promise<void> {
  const { exportId, projectId } = item;
  const end = {
    status: 'completed' as const,
    stage: 'completed',
    progress: 100,
    message: 'Ready',
    progressAt: clock.iso(),
  };
  await accepted(
    commit(
      finishExport(item, { ...end, fileSize, contentType }),
      event('content.export.finished', exportId, { projectId, exportId, status: 'completed' }),
    ),
  );
}

/** Ends an export with a reason that the person who asked for it understands. */
export async function failExport(item: StoredExport, errorMessage: string): Promise<void> {
  const { exportId, projectId, progress } = item;
  const end = {
    status: 'failed' as const,
    stage: 'failed',
    progress,
    message: errorMessage,
    progressAt: clock.iso(),
  };
  await accepted(
    commit(
      finishExport(item, { ...end, errorMessage }),
      event('content.export.finished', exportId, { projectId, exportId, status: 'failed' }),
    ),
  );
}

/** Gives an export back, so that the next delivery of its message may take it at once. */
export async function releaseExport(exportId: string): Promise<void> {
  const note = {
    stage: 'queued',
    progress: 0,
    message: 'Waiting for a renderer',
    progressAt: clock.iso(),
    leaseUntil: 0,
  };
  await accepted(commit(noteProgress(exportId, note)));
}
