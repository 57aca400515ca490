import { routesOf } from '#functions/kernel/http.ts';
import { cancelJob, jobOf } from '#functions/kernel/paged-job.ts';
import { jobs } from '#shared/api/jobs.ts';
import { listJobs } from './list.ts';

const r = routesOf(jobs);

export const routes = r.router({
  list: r.list.handler(({ input: { limit, cursor } }) => listJobs(limit, cursor)),
  get: r.get.handler(({ input }) => jobOf(input.id)),
  cancel: r.cancel.handler(({ input }) => cancelJob(input.id)),
});
