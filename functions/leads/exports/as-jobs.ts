import { asJob, jobSource } from '#functions/kernel/job-list.ts';
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
    startedAt: item.createdAt,
    endedAt: status === 'running' ? null : item.updatedAt,
    // Its files are listed below the imports.
    link: '/leads/imports',
  });

/** Exports of leads in the list of all work. */
export const exportsAsJobs = jobSource({
  permission: 'leads.export',
  within: exportsIn,
  idOf: ({ exportId }) => exportId,
  byOf: ({ plan }) => plan.by,
  jobOf,
});
