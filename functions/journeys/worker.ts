import { z } from 'zod';
import type { JobMessage } from '#functions/kernel/paged-job.ts';
import { worker } from '#functions/kernel/queue.ts';
import { findMessage, findShare } from './engine/finder.ts';
import { runAll } from './engine/run.ts';
import { workOn } from './jobs.ts';

const message = z.union([
  findMessage,
  z.strictObject({
    items: z.array(z.strictObject({ enrolmentId: z.string(), seq: z.number().int() })).max(100),
  }),
  z.strictObject({ jobId: z.string(), part: z.number().int().optional() }) satisfies z.ZodType<JobMessage>,
]);

/** Steps that are due, a share of the finder's minute, and a page of what is done to many leads in the background. */
export const handler = worker('journeys', message, (body) => {
  if ('items' in body) return runAll(body.items);
  return 'jobId' in body ? workOn(body) : findShare(body);
});
