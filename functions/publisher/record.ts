import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type EventType, envelope, eventSchemas, eventSource } from '#events/index.ts';
import { log } from '#functions/kernel/log.ts';
import { type Outgoing, putEventsLimits, sizeOf } from './batches.ts';

/** What an item is, as ElectroDB writes it. */
export const itemKind = ({ dynamodb }: DynamoDBRecord): string | undefined =>
  dynamodb?.NewImage?.__edb_e__?.S;

/** The event that a record of the stream brings: one just written; not a change, not a removal by the TTL. */
export function eventOf(record: DynamoDBRecord): Outgoing | undefined {
  const image = record.dynamodb?.NewImage;
  if (record.eventName !== 'INSERT' || !image || itemKind(record) !== 'event') return undefined;
  const item = unmarshall(image as Record<string, AttributeValue>);
  const type = item.type as EventType;
  const detail = type in eventSchemas ? envelope(type).safeParse(item) : undefined;
  if (!detail?.success) {
    // Sending it again would fail again and hold up all after it.
    log.error('An event of the table is not one that the product knows; it was left out.', {
      type,
      eventId: item.eventId,
    });
    return undefined;
  }
  const entry = {
    Source: eventSource,
    DetailType: type,
    Detail: JSON.stringify(detail.data),
    Time: new Date(detail.data.at),
  };
  if (sizeOf(entry) > putEventsLimits.bytes) {
    log.error('An event is larger than the bus takes; it was left out.', { type, eventId: item.eventId });
    return undefined;
  }
  return {
    sequenceNumber: record.dynamodb!.SequenceNumber!,
    entity: `${item.tenantId} ${item.entityId}`,
    entry,
  };
}
