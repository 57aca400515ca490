import { holds } from '#functions/kernel/access.ts';
import { asJob, jobSource } from '#functions/kernel/job-list.ts';
import type { Job, JobStatus } from '#shared/model/job.ts';
import type { BlastStatus } from '#shared/model/message.ts';
import { type BlastRecord, blastsIn, isIdle } from './store.ts';

const statuses: Readonly<Record<BlastStatus, JobStatus>> = {
  draft: 'running',
  scheduled: 'running',
  paused: 'running',
  gathering: 'running',
  sending: 'running',
  waiting: 'running',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
};

function jobOf({ id, name, status, found, sent, refused, failed, ...blast }: BlastRecord): Job {
  const isRunning = statuses[status] === 'running';
  return asJob({
    id,
    kind: 'sms.blast',
    title: `${blast.kind === 'campaign' ? 'Campaign' : 'Text blast'} “${name}”`,
    status: statuses[status],
    total: status === 'gathering' ? null : found,
    seen: status === 'gathering' ? found : sent + refused + failed,
    changed: sent,
    failed: refused + failed,
    error: status === 'failed' ? blast.why : null,
    isCancellable: isRunning && holds('blasts.send'),
    startedAt: blast.createdAt,
    endedAt: blast.endedAt,
    link: `/campaigns/${id}`,
  });
}

/** Blasts in the list of all work. */
export const blastsAsJobs = jobSource({
  permission: 'blasts.view',
  within: (range) => ({
    // One that waits for somebody, or for its day, is no work that goes on.
    go: async (options) => {
      const page = await blastsIn(range).go(options);
      return {
        ...page,
        data: page.data.filter(({ blast }) => !isIdle(blast) && blast.status !== 'scheduled'),
      };
    },
  }),
  idOf: ({ blast }) => blast.id,
  byOf: ({ blast }) => blast.by,
  jobOf: ({ blast }) => jobOf(blast),
});
