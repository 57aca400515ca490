import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { DynamoDBRecord } from 'aws-lambda';
import { env } from '#functions/kernel/env.ts';
import { log } from '#functions/kernel/log.ts';
import { traced } from '#functions/kernel/trace.ts';
import { batchesOf } from './batches.ts';
import { eventOf } from './record.ts';

const bus = traced(new EventBridgeClient({}));

/**
 * Hands the records' events on to the bus.
 * @returns the sequence number of the first record that the bus did not take, or nothing when it took all
 */
export async function publish(records: DynamoDBRecord[]): Promise<string | undefined> {
  const events = records.flatMap((record) => eventOf(record) ?? []);
  for (const batch of batchesOf(events)) {
    const failed = await put(batch.map(({ entry }) => entry));
    if (failed !== undefined) return batch[failed]!.sequenceNumber;
  }
  return undefined;
}

/** The place of the first entry that the bus did not take. */
async function put(entries: PutEventsRequestEntry[]): Promise<number | undefined> {
  const EventBusName = env('BUS_NAME');
  try {
    const answer = await bus.send(
      new PutEventsCommand({ Entries: entries.map((entry) => ({ ...entry, EventBusName })) }),
    );
    const failed = (answer.Entries ?? []).findIndex((entry) => entry.ErrorCode !== undefined);
    if (failed < 0) return undefined;
    const { ErrorCode, ErrorMessage } = answer.Entries![failed]!;
    log.error('The bus did not take an event; it comes again.', { ErrorCode, ErrorMessage });
    return failed;
  } catch (error) {
    log.error('The bus could not be reached; its events come again.', { error: error as Error });
    return 0;
  }
}
