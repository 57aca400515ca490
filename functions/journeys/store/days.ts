import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { clock } from '#functions/kernel/clock.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { client, tableName } from '#functions/kernel/table.ts';
import type { Channel } from '#shared/model/lead.ts';

/** What is counted of a lead's day: contacts by their channel, and its entries into journeys. */
type Counted = Channel | 'entries';

/** A lead's local day is over everywhere two days later; seconds. */
const keepSeconds = 3 * 86_400;

const keyOf = (leadId: string, date: string) => ({
  pk: partitionOf(`journeyday#${leadId}`),
  sk: `day_${date}`,
});

/**
 * Takes one of a lead's contacts, or entries into journeys, of a day. Taken again by the same step, nothing is counted.
 * @param date YYYY-MM-DD where the lead is; of entries, UTC
 * @returns whether the cap allowed it
 */
export async function takeOfDay(
  leadId: string,
  date: string,
  channel: Counted,
  by: string,
  cap: number,
): Promise<boolean> {
  if (cap <= 0) return false;
  const key = { TableName: tableName(), Key: keyOf(leadId, date) };
  const taken = `${channel}Taken`;
  try {
    await client.send(
      new UpdateCommand({
        ...key,
        UpdateExpression: 'ADD #taken :one SET #expires = :expires',
        ConditionExpression:
          'attribute_not_exists(#taken) OR (size(#taken) < :cap AND NOT contains(#taken, :by))',
        ExpressionAttributeNames: { '#taken': taken, '#expires': 'expiresAt' },
        ExpressionAttributeValues: {
          ':one': new Set([by]),
          ':by': by,
          ':cap': cap,
          ':expires': clock.seconds() + keepSeconds,
        },
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item } = await client.send(new GetCommand({ ...key, ConsistentRead: true }));
    return (Item?.[taken] as Set<string> | undefined)?.has(by) ?? false;
  }
}

/**
 * Notes that a lead was kept out of a journey, once a day for each reason: of a circle that goes on for ever one line is
 * enough. Hand the write to `commit`, which refuses it where it is noted already.
 */
export const refusalOfDay = (leadId: string, date: string, journeyId: string, why: string): object => ({
  TableName: tableName(),
  Item: {
    pk: partitionOf(`journeyday#${leadId}`),
    sk: `refused_${date}_${journeyId}_${why}`,
    expiresAt: clock.seconds() + keepSeconds,
  },
  ConditionExpression: 'attribute_not_exists(pk)',
});

/** Gives back what a contact took that did not come about. */
export async function giveBackOfDay(
  leadId: string,
  date: string,
  channel: Channel,
  by: string,
): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(leadId, date),
      UpdateExpression: 'DELETE #taken :one',
      ExpressionAttributeNames: { '#taken': `${channel}Taken` },
      ExpressionAttributeValues: { ':one': new Set([by]) },
    }),
  );
}
