import { asJob, jobSource } from '#functions/kernel/job-list.ts';
import type { Job, JobStatus } from '#shared/model/job.ts';
import type { ImportStatus } from '#shared/model/lead-import.ts';
import { importsIn, type StoredImport, tallyOf } from './store.ts';

const statuses: Readonly<Record<ImportStatus, JobStatus>> = {
  checking: 'running',
  running: 'running',
  undoing: 'running',
  completed: 'completed',
  undone: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

async function jobOf({ importId, plan, checked, status, ...item }: StoredImport): Promise<Job> {
  const { created, updated, skipped, failed, removed } = await tallyOf(importId);
  const isUndo = status === 'undoing' || status === 'undone';
  const isOver = statuses[status] !== 'running';
  return asJob({
    id: importId,
    kind: isUndo ? 'leads.undoImport' : 'leads.import',
    title: `${isUndo ? 'Undo the import of' : 'Import'} “${plan.filename}”`,
    status: statuses[status],
    ...(isUndo
      ? { total: created, seen: removed, changed: removed }
      : {
          total: status === 'checking' ? null : checked.rows,
          seen: status === 'checking' ? checked.rows : created + updated + skipped + failed,
          changed: created + updated,
          failed,
        }),
    error: item.error,
    isCancellable: status === 'checking' || status === 'running',
    startedAt: item.createdAt,
    endedAt: isOver ? item.updatedAt : null,
    link: `/leads/imports/${importId}`,
  });
}

/** Imports in the list of all work. */
export const importsAsJobs = jobSource({
  permission: 'leads.import',
  within: importsIn,
  idOf: ({ importId }) => importId,
  byOf: ({ plan }) => plan.by,
  jobOf,
});
