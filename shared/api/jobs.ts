import { z } from 'zod';
import { job } from '../model/job.ts';
import { id, route } from './contract.ts';

const one = z.strictObject({ id: id('job') });

/**
 * Work on many items in the background. Everybody sees and stops the jobs that they began, admins all. The list also has
 * imports, exports, blasts and videos, each for whom its own list has it; they are asked for and stopped by their own calls.
 */
export const jobs = {
  list: route(
    'GET',
    '/jobs',
    'jobs.view',
    'Jobs, imports, exports, blasts and videos of the last 30 days, newest first',
  )
    .input(
      z.strictObject({
        cursor: z.string().max(2_000).optional().describe("an earlier answer's `nextCursor`"),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(z.object({ jobs: z.array(job), nextCursor: z.string().nullable() })),
  get: route('GET', '/jobs/{id}', 'jobs.view', 'How far a job is').input(one).output(job),
  cancel: route('POST', '/jobs/{id}/cancel', 'jobs.cancel', 'Stop a job; what is done stays done')
    .input(one)
    .output(job),
};
