import { z } from 'zod';
import { hide, worker } from '#functions/kernel/queue.ts';
import { type ExportMessage, workExport } from '../exports/work.ts';
import { leaseMs } from './chunk.ts';
import { type ImportMessage, turn } from './turns.ts';

const message = z.union([
  z.object({ importId: z.string() }) satisfies z.ZodType<ImportMessage>,
  z.object({ exportId: z.string() }) satisfies z.ZodType<ExportMessage>,
]);

/** Turns at imports and exports. A turn hides its message while it lives, so it comes again soon after its death. */
export const handler = worker('imports', message, async (body, record) => {
  const hidden = () => hide('IMPORTS', record.receiptHandle, leaseMs / 1000);
  await hidden();
  await ('importId' in body ? turn(body.importId, hidden) : workExport(body.exportId, hidden));
});
