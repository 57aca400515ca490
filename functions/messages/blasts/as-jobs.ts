import { holds } from '#functions/kernel/access.ts';
import { seesWorkOf } from '#functions/kernel/actor.ts';
import { asJob, type JobSource, newestOf } from '#functions/kernel/job-list.ts';
import type { Job, JobStatus } from '#shared/model/job.ts';
import type { BlastStatus } from '#shared/model/message.ts';
import { type BlastRecord, blastsIn } from './store.ts';

const statuses: Readonly<Record<BlastStatus, JobStatus>> = {
  gathering: 'running',
  sending: 'running',
  waiting: 'running',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

function jobOf({ id, name, status, found, sent, refused, failed, by, ...blast }: BlastRecord): Job {
  const isRunning = statuses[status] === 'running';
  return asJob({
    id,
    kind: 'sms.blast',
    title: `Text blast “${name}”`,
    status: statuses[status],
    total: status === 'gathering' ? null : found,
    seen: status === 'gathering' ? found : sent + refused + failed,
    changed: sent,
    failed: refused + failed,
    error: status === 'failed' ? blast.why : null,
    isCancellable: isRunning && holds('blasts.send'),
    startedBy: by.userId,
    startedByName: by.username,
    startedAt: blast.createdAt,
    endedAt: blast.endedAt,
    link: `/messages/blasts/${id}`,
  });
}

/** Blasts in the list of all work: agents see those that they began, admins all. */
export const blastsAsJobs: JobSource = {
  permission: 'blasts.view',
  async newest(range) {
    const blasts = await newestOf(
      (options) => blastsIn(range).go(options),
      ({ blast }) => blast.id,
      ({ blast }) => seesWorkOf(blast.by),
      range,
    );
    return blasts.map(({ blast }) => jobOf(blast));
  },
};
