import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { eventHints, type HintRule, itemHints } from '#events/hints.ts';
import type { EventType } from '#events/index.ts';
import type { ChannelHint } from '#functions/kernel/push.ts';
import { channelOf } from '#shared/model/push.ts';
import { itemKind } from './record.ts';

function ruleFor(record: DynamoDBRecord): HintRule | undefined {
  const kind = itemKind(record);
  if (kind === undefined || record.eventName === 'REMOVE') return undefined;
  if (kind !== 'event') return Object.hasOwn(itemHints, kind) ? itemHints[kind] : undefined;
  const type = record.dynamodb?.NewImage?.type?.S ?? '';
  return record.eventName === 'INSERT' && Object.hasOwn(eventHints, type)
    ? eventHints[type as EventType]
    : undefined;
}

/** The hints that a record of the stream gives, by what `events/hints.ts` declares. */
export function hintsOf(record: DynamoDBRecord): ChannelHint[] {
  const rule = ruleFor(record);
  if (!rule) return [];
  const item = unmarshall(record.dynamodb!.NewImage as Record<string, AttributeValue>);
  return rule(item).map(({ topic, audience }) => ({
    channel: channelOf(Number(item.tenantId), topic, audience),
    hint: { topic },
  }));
}
