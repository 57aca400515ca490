import { actorName } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import type { BulkExport } from '#shared/model/bulk-export.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { exportProblem } from '#shared/model/export-limits.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { projectOr404 } from '../projects/read.ts';
import { findBulk, insertBulk, latestBulks, type StoredBulk } from './store.ts';

/** As long as the bucket keeps exports. */
const keepSeconds = 30 * 24 * 3600;

export const zipKey = (bulkId: string) => `${bulkId}/all.zip`;

async function answerOf(item: StoredBulk): Promise<BulkExport> {
  const { bulkId, options, status, progress, message, projectIds, failures, createdAt, updatedAt } = item;
  const filename = `${options.zipName.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'bulk-export'}.zip`;
  return {
    id: bulkId,
    exportType: options.exportType,
    filename,
    status,
    progress,
    message,
    projectCount: projectIds.length,
    failures,
    fileSize: item.fileSize ?? null,
    downloadUrl: status === 'completed' ? await exportFiles().downloadUrl(zipKey(bulkId), filename) : null,
    createdAt,
    updatedAt,
  };
}

/**
 * Notes that these projects are to be exported into one zip; the event takes it to the bulk queue's worker.
 * @throws 400 for a size or length that cannot be made; 404 when one of the projects is not there
 */
export async function startBulkExport(projectIds: string[], options: ExportOptions): Promise<BulkExport> {
  const problem = exportProblem(options);
  if (problem) throw badRequest(problem);
  await Promise.all(projectIds.map(projectOr404));
  const at = clock.iso();
  const bulkId = newId('blk');
  const item: StoredBulk = {
    bulkId,
    projectIds,
    options,
    status: 'processing',
    begun: false,
    progress: 0,
    message: 'Waiting to begin',
    failures: [],
    lookedAt: clock.now(),
    leaseUntil: 0,
    attempts: 0,
    createdBy: actorName(),
    createdAt: at,
    updatedAt: at,
    expiresAt: clock.seconds() + keepSeconds,
  };
  await commit(
    insertBulk(item),
    event('content.bulk.requested', bulkId, { bulkId, projects: projectIds.length }),
    auditEntry('content.exported', null, { format: options.exportType, projects: projectIds.length }),
  );
  return answerOf(item);
}

export async function bulkExport(bulkId: string): Promise<BulkExport> {
  const item = await findBulk(bulkId);
  if (!item) throw notFound('The bulk export');
  return answerOf(item);
}

export async function listBulkExports(limit: number): Promise<{ bulkExports: BulkExport[] }> {
  return { bulkExports: await Promise.all((await latestBulks(limit)).map(answerOf)) };
}
