import { seesWorkOf } from '#functions/kernel/actor.ts';
import { asJob, type JobSource, newestOf } from '#functions/kernel/job-list.ts';
import type { Job } from '#shared/model/job.ts';
import { exportsIn, type StoredExport } from './store.ts';

const jobOf = ({ exportId, plan, status, leads, ...item }: StoredExport): Job =>
  asJob({
    id: exportId,
    kind: 'leads.export',
    title: 'Export leads',
    status,
    total: plan.of,
    seen: leads,
    changed: leads,
    error: item.error,
    startedBy: plan.by.userId,
    startedByName: plan.by.username,
    startedAt: item.createdAt,
    endedAt: status === 'running' ? null : item.updatedAt,
    // Its files are listed below the imports.
    link: '/leads/imports',
  });

/** Exports of leads in the list of all work: agents see those that they asked for, admins all. */
export const exportsAsJobs: JobSource = {
  permission: 'leads.export',
  async newest(range) {
    const exports = await newestOf(
      (options) => exportsIn(range).go(options),
      ({ exportId }) => exportId,
      ({ plan }) => seesWorkOf(plan.by),
      range,
    );
    return exports.map(jobOf);
  },
};
