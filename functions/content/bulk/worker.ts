import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { signChartsOf } from '#functions/reports/api.ts';
import { chartsOfSigns } from '../variables/charts.ts';
import { type BulkMessage, lookAtBulk } from './work.ts';

chartsOfSigns.register(signChartsOf);

const bulkMessage = z.object({ bulkId: z.string() }) satisfies z.ZodType<BulkMessage>;

/** Bulk exports that were asked for, as the bus tells, and those that are to be looked at again. */
const message = z.union([bulkMessage, envelope('content.bulk.requested')]);

export const handler = worker('bulk', message, (body) =>
  lookAtBulk('data' in body ? body.data.bulkId : body.bulkId),
);
