import { z } from 'zod';
import { deleteHistory, journeyJobs } from '#functions/journeys/api.ts';
import type { JobMessage } from '#functions/kernel/paged-job.ts';
import { jobWorker } from '#functions/kernel/paged-job-work.ts';
import { worker } from '#functions/kernel/queue.ts';
import { assignmentJobs } from '#functions/leadAssignments/api.ts';
import { leadScoringJobs } from '#functions/leadScoring/api.ts';
import { leadDeleted, leadJobs } from '#functions/leads/api.ts';
import { privacyJobs, retentionJobs } from '#functions/privacy/api.ts';
import { reportJobs } from '#functions/reports/api.ts';
import { tracerJobs } from '#functions/tracers/api.ts';

leadDeleted.register(deleteHistory);

const message = z.strictObject({
  jobId: z.string(),
  part: z.number().int().optional(),
}) satisfies z.ZodType<JobMessage>;

/** One page of a job of any noun, by its kind. A noun that works on many items in the background has a line here. */
export const workOn = jobWorker({
  ...assignmentJobs,
  ...journeyJobs,
  ...leadJobs,
  ...leadScoringJobs,
  ...privacyJobs,
  ...reportJobs,
  ...retentionJobs,
  ...tracerJobs,
});

export const handler = worker('jobs', message, workOn);
