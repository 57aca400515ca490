import { z } from 'zod';
import type { JobMessage } from '#functions/kernel/paged-job.ts';
import { worker } from '#functions/kernel/queue.ts';
import { runAll } from './engine/run.ts';
import { workOn } from './jobs.ts';

const message = z.union([
  z.strictObject({
    items: z.array(z.strictObject({ enrolmentId: z.string(), seq: z.number().int() })).max(100),
  }),
  z.strictObject({ jobId: z.string(), part: z.number().int().optional() }) satisfies z.ZodType<JobMessage>,
]);

/** Steps that are due, and a page of what is done to many leads in the background. */
export const handler = worker('journeys', message, (body) =>
  'items' in body ? runAll(body.items) : workOn(body),
);
