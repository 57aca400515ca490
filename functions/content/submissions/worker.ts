import { z } from 'zod';
import { worker } from '#functions/kernel/queue.ts';
import { deliver } from './deliver.ts';

/** The event that tells of a submission, or the queue's own message of a further try. */
const message = z.union([
  z.object({ submissionId: z.string() }),
  z.object({ data: z.object({ submissionId: z.string() }) }),
]);

/** Hands what visitors sent by forms on, by e-mail or webhook. */
export const handler = worker('forms', message, (body) =>
  deliver('data' in body ? body.data.submissionId : body.submissionId),
);
