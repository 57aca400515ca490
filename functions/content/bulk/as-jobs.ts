import { asJob, jobSource } from '#functions/kernel/job-list.ts';
import type { Job } from '#shared/model/job.ts';
import { bulksIn, type StoredBulk } from './store.ts';

function jobOf({ bulkId, projectIds, status, progress, failures, ...item }: StoredBulk): Job {
  const total = projectIds.length;
  const isRunning = status === 'processing';
  return asJob({
    id: bulkId,
    kind: 'content.export',
    title: total === 1 ? 'Export a project' : `Export ${total} projects`,
    status: isRunning ? 'running' : status,
    total,
    seen: isRunning ? Math.floor((total * progress) / 100) : total,
    changed: status === 'completed' ? total - failures.length : 0,
    failed: failures.length,
    problems: failures.map(({ projectId, reason }) => ({ id: projectId, reason })),
    error: status === 'failed' ? item.message : null,
    startedBy: item.createdBy,
    startedAt: item.createdAt,
    endedAt: isRunning ? null : item.updatedAt,
    // Its zip is fetched from the dialog there.
    link: '/content-creator',
  });
}

/** Bulk exports in the list of all work. */
export const bulksAsJobs = jobSource({
  permission: 'content.export',
  within: bulksIn,
  idOf: ({ bulkId }) => bulkId,
  jobOf,
});
