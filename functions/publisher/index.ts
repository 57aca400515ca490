import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { pushHints } from '#functions/kernel/push.ts';
import { hintsOf } from './hints.ts';
import { publish } from './publish.ts';

/**
 * The table's stream: hands each new event on to the bus, in order, and hints of changes to the pages that are open. The first record that could not be handed
 * on is answered as failed; the stream gives it and all after it again. Who hears an event must bear hearing
 * it twice.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const [failed] = await Promise.all([publish(Records), pushHints(Records.flatMap(hintsOf))]);
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
};
