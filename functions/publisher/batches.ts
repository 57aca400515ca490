import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';

export interface Outgoing {
  sequenceNumber: string;
  /** Whom the event tells of; events of one are kept in their order. */
  entity: string;
  entry: PutEventsRequestEntry;
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html, read in November 2026 */
export const putEventsLimits = { entries: 10, bytes: 256 * 1024 } as const;

/** The size of an entry as that page reckons it: 14 bytes for the time, and its texts in UTF-8. */
export const sizeOf = ({ Time, Source = '', DetailType = '', Detail = '' }: PutEventsRequestEntry): number =>
  (Time ? 14 : 0) + [Source, DetailType, Detail].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/**
 * What goes to the bus in one request each. Two events of one entity never share a request: the bus may refuse
 * any entry of a request and take the next, and then the later event would be heard before the earlier.
 */
export function* batchesOf(events: Outgoing[]): Generator<Outgoing[]> {
  let batch: Outgoing[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = sizeOf(event.entry);
    const full = batch.length === putEventsLimits.entries || bytes + size > putEventsLimits.bytes;
    if (batch.length > 0 && (full || batch.some(({ entity }) => entity === event.entity))) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
