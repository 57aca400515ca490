import { holds } from '#functions/kernel/access.ts';
import { asJob, jobSource } from '#functions/kernel/job-list.ts';
import type { Job } from '#shared/model/job.ts';
import { batchesIn, type StoredBatch } from './store.ts';

function jobOf({ batchId, name, status, total, done, failed, createdAt, updatedAt }: StoredBatch): Job {
  const isRunning = status === 'processing';
  return asJob({
    id: batchId,
    kind: 'content.videos',
    title: `Personalised videos “${name}”`,
    status: isRunning ? 'running' : status,
    total,
    seen: done + failed,
    changed: done,
    failed,
    isCancellable: isRunning && holds('personalisedVideos.manage'),
    startedAt: createdAt,
    endedAt: isRunning ? null : updatedAt,
    link: `/content-creator?personalised=${batchId}`,
  });
}

/** Batches in the list of all work. */
export const batchesAsJobs = jobSource({
  permission: 'personalisedVideos.view',
  within: batchesIn,
  idOf: ({ batchId }) => batchId,
  jobOf,
});
