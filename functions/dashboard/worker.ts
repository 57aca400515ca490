import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { countEvents, type ToldEvent } from './count-event.ts';

/** What the figures are made of, as the bus tells of it. */
const message = z.discriminatedUnion('type', [
  envelope('lead.created'),
  envelope('lead.deleted'),
  envelope('lead.restored'),
  envelope('lead.deal'),
  envelope('call.ended'),
  envelope('call.disposed'),
]);

const failedAll = (records: readonly SQSRecord[], error: unknown) => {
  log.error('Events were not counted and will come again.', { error: error as Error });
  return records.map(({ messageId }) => ({ itemIdentifier: messageId }));
};

/**
 * Counts events into the figures of the dashboard. Unlike other workers it takes a whole batch at once: an import
 * of many leads is many events, and those of one tenant are counted in a few transactions.
 */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  const read: { record: SQSRecord; event: ToldEvent }[] = [];
  for (const record of Records) {
    const parsed = message.safeParse(JSON.parse(record.body).detail);
    if (parsed.success) read.push({ record, event: parsed.data });
    else batchItemFailures.push(...failedAll([record], parsed.error));
  }
  for (const [tenantId, own] of Map.groupBy(read, ({ event }) => event.tenantId))
    try {
      await asSystem(tenantId, 'figures', () => countEvents(own.map(({ event }) => event)));
    } catch (error) {
      batchItemFailures.push(
        ...failedAll(
          own.map(({ record }) => record),
          error,
        ),
      );
    }
  return { batchItemFailures };
};
