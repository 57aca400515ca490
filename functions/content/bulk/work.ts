import { Readable } from 'node:stream';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { jobWork, startHeartbeat } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { distinctNames, type ZipEntry, zipped } from '#functions/kernel/zip.ts';
import { exportProblem } from '#shared/model/export-limits.ts';
import { lengthOfPages, pagesOf } from '#shared/model/pages.ts';
import { findExport, type StoredExport } from '../exports/store.ts';
import { createExport, exportFiles, outputKey } from '../exports/use-cases.ts';
import { projectOr404 } from '../projects/read.ts';
import {
  earlierBulks,
  type Failure,
  findBulk,
  finishBulk,
  noteBulk,
  type StoredBulk,
  takePacking,
} from './store.ts';
import { zipKey } from './use-cases.ts';

/*
 * A bulk export is one export for each project, made as any other, and a zip of their files:
 *
 *   requested ──look──▶ exports asked for ──look, look …──▶ all have ended ──pack (lease)──▶ completed | failed
 *                            └──── a message after a while looks again ────┘
 *
 * Each project's export has an id that follows from the bulk export's, so a message that comes twice makes none
 * twice. A worker that dies while packing loses its lease; the sweeper's minute looks again where nobody has.
 */

/** Between two looks, in seconds. */
const lookAgainAfter = 2;
/** One that nobody has looked at for this long is taken up by the sweeper, in ms. */
const forgottenAfter = 60_000;
/** A worker that packs and says nothing for this long is taken for dead, in ms. */
export const packingLeaseMs = 60_000;
const heartbeatMs = 15_000;
const maxAttempts = 3;
/** Percent of the whole that drawing makes up; packing is the rest. */
const drawingShare = 90;
/** A zip without its 64-bit extension counts sizes in 32 bits. */
const zipBytes = 4_000_000_000;

export interface BulkMessage {
  bulkId: string;
}

export const exportIdOf = (bulkId: string, projectId: string) => deterministicId('exp', bulkId, projectId);

/** A video of a sign with several pages is as long as these, so that none is cut off. */
async function optionsFor(projectId: string, options: StoredBulk['options']): Promise<StoredBulk['options']> {
  const pages = pagesOf(await projectOr404(projectId));
  if (options.exportType !== 'video' || pages.length === 1) return options;
  const whole = { ...options, duration: Math.max(options.duration, lengthOfPages(pages)) };
  return exportProblem(whole) ? options : whole;
}

/** Asks for the exports that are not there yet; a project that is gone meanwhile has none. */
async function begin({ bulkId, projectIds, options }: StoredBulk): Promise<void> {
  for (const projectId of projectIds) {
    const exportId = exportIdOf(bulkId, projectId);
    if (await findExport(exportId)) continue;
    const made = optionsFor(projectId, options)
      .then((own) => createExport(projectId, own, undefined, exportId))
      .then(() => undefined);
    await accepted(made).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  await accepted(commit(noteBulk(bulkId, { begun: true })));
}

/** One look at a bulk export: whatever can be done now is done. */
export async function lookAtBulk(bulkId: string): Promise<void> {
  const item = await findBulk(bulkId);
  if (item?.status !== 'processing') return;
  if (!item.begun) await begin(item);
  const exports = await Promise.all(
    item.projectIds.map((projectId) => findExport(exportIdOf(bulkId, projectId))),
  );
  const open = exports.filter((one) => one?.status === 'processing');
  if (open.length === 0) return pack(item, exports);
  const done = exports.reduce((sum, one) => sum + (one?.status === 'processing' ? one.progress : 100), 0);
  const ended = exports.length - open.length;
  const note = {
    progress: Math.floor((drawingShare * done) / 100 / exports.length),
    message: `Drawing, ${ended} of ${exports.length} projects ready`,
    lookedAt: clock.now(),
    updatedAt: clock.iso(),
  };
  if (!(await accepted(commit(noteBulk(bulkId, note))))) return;
  await send('BULK', tenantOf(), { bulkId } satisfies BulkMessage, lookAgainAfter);
}

function failuresOf(item: StoredBulk, exports: readonly (StoredExport | undefined)[]): Failure[] {
  return item.projectIds.flatMap((projectId, at) => {
    const one = exports[at];
    if (!one) return { projectId, reason: 'It was removed before it had been exported.' };
    return one.status === 'failed' ? { projectId, reason: one.errorMessage ?? 'Unknown error' } : [];
  });
}

async function end(
  item: StoredBulk,
  status: 'completed' | 'failed',
  message: string,
  failures: Failure[],
  fileSize?: number,
): Promise<void> {
  const { bulkId } = item;
  const last = {
    status,
    progress: status === 'completed' ? 100 : item.progress,
    message,
    failures,
    updatedAt: clock.iso(),
    ...(fileSize === undefined ? {} : { fileSize }),
  };
  await accepted(commit(finishBulk(item, last), event('content.bulk.finished', bulkId, { bulkId, status })));
}

async function pack(item: StoredBulk, exports: readonly (StoredExport | undefined)[]): Promise<void> {
  const { bulkId } = item;
  const now = clock.now();
  // Refused: another worker packs it, or it has ended.
  if (!(await accepted(commit(takePacking(bulkId, now, now + packingLeaseMs))))) return;
  const failures = failuresOf(item, exports);
  const files = exports.filter((one) => one?.status === 'completed') as StoredExport[];
  const bytes = files.reduce((sum, { fileSize = 0 }) => sum + fileSize, 0);
  if (files.length === 0) return end(item, 'failed', 'No project could be exported.', failures);
  if (bytes > zipBytes)
    return end(item, 'failed', 'The files are larger than 4 GB together. Choose fewer projects.', failures);
  if (item.attempts >= maxAttempts) return end(item, 'failed', 'Packing stopped several times.', failures);

  const beat = () =>
    accepted(
      commit(
        noteBulk(bulkId, {
          progress: drawingShare,
          message: 'Packing the files',
          leaseUntil: clock.now() + packingLeaseMs,
          lookedAt: clock.now(),
          updatedAt: clock.iso(),
        }),
      ),
    );
  await beat();
  const heartbeat = startHeartbeat(heartbeatMs, beat);
  try {
    await exportFiles().upload(
      zipKey(bulkId),
      Readable.from(zipped(entriesOf(files, failures))),
      'application/zip',
    );
    const stat = await exportFiles().stat(zipKey(bulkId));
    await end(item, 'completed', messageOf(files.length, failures.length), failures, stat?.size ?? 0);
  } catch (error) {
    // The next delivery may take it at once, and no beat takes it back.
    await heartbeat.stop();
    await accepted(commit(noteBulk(bulkId, { leaseUntil: 0 })));
    throw error;
  } finally {
    await heartbeat.stop();
  }
}

const messageOf = (packed: number, failed: number) =>
  failed === 0 ? 'Ready' : `Ready, without ${failed} of ${packed + failed} projects`;

async function* entriesOf(
  files: readonly StoredExport[],
  failures: readonly Failure[],
): AsyncGenerator<ZipEntry> {
  const nameOf = distinctNames();
  for (const file of files) {
    const content = await exportFiles().stream(outputKey(file));
    if (content) yield { name: nameOf(file.filename), content };
  }
  if (failures.length === 0) return;
  const lines = failures.map(({ projectId, reason }) => `${projectId}: ${reason}`);
  yield { name: nameOf('Not exported.txt'), content: [Buffer.from(`${lines.join('\n')}\n`)] };
}

/** The sweeper's part: looks again where a worker died or a message was lost. */
export const bulkWork = jobWork({
  find: findBulk,
  isOpen: ({ status }) => status === 'processing',
  quietAt: ({ lookedAt, leaseUntil }) => Math.max(lookedAt + forgottenAfter, leaseUntil),
  revive: async ({ bulkId, projectIds }) => {
    await accepted(
      commit(
        noteBulk(bulkId, { lookedAt: clock.now() }),
        event('content.bulk.requested', bulkId, { bulkId, projects: projectIds.length }),
      ),
    );
  },
  againMs: forgottenAfter,
  earlier: earlierBulks,
});
