import { z } from 'zod';
import { worker } from '#functions/kernel/queue.ts';
import { findMessage, findShare } from './engine/finder.ts';
import { runAll } from './engine/run.ts';

const message = z.union([
  findMessage,
  z.strictObject({
    items: z.array(z.strictObject({ enrolmentId: z.string(), seq: z.number().int() })).max(100),
  }),
  z.strictObject({ jobId: z.string(), part: z.number().int().optional() }),
]);

/** Steps that are due, and a share of the finder's minute. */
export const handler = worker('journeys', message, (body) => {
  if ('items' in body) return runAll(body.items);
  // Jobs have a queue of their own. One that an earlier version put here is put there by the sweeper, within minutes.
  return 'jobId' in body ? Promise.resolve() : findShare(body);
});
