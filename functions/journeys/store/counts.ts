import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { hashShard } from '#functions/kernel/hashes.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { client, readPartition, tableName } from '#functions/kernel/table.ts';

/**
 * How many leads came in, are on which step, and how steps ended, kept in each change's own transaction: nobody
 * counts when somebody asks. Each shard is one item with a number by name.
 */
const shards = 16;

const partition = (journeyId: string) => partitionOf(`journeycounts#${journeyId}`);
const sortKey = (shard: number) => `shard_${String(shard).padStart(2, '0')}`;

/** Names of counters have a colon; the item's own attributes have none. */
export type Change = Record<`${string}:${string}`, number>;

/** The write that adds to the counters; `id` chooses the shard. */
export function countWrites(journeyId: string, id: string, change: Change): object[] {
  const changed = Object.entries(change).filter(([, by]) => by !== 0);
  if (changed.length === 0) return [];
  return [
    {
      TableName: tableName(),
      Key: { pk: partition(journeyId), sk: sortKey(hashShard(id, shards)) },
      UpdateExpression: `ADD ${changed.map((_, n) => `#c${n} :c${n}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(changed.map(([name], n) => [`#c${n}`, name])),
      ExpressionAttributeValues: Object.fromEntries(changed.map(([, by], n) => [`:c${n}`, by])),
    },
  ];
}

/** All counters of a journey by name. */
export async function countsOf(journeyId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const item of await readPartition(partition(journeyId)))
    for (const [name, by] of Object.entries(item))
      if (name.includes(':') && typeof by === 'number') counts.set(name, (counts.get(name) ?? 0) + by);
  return counts;
}

export async function removeCounts(journeyId: string): Promise<void> {
  for (let shard = 0; shard < shards; shard++)
    await client.send(
      new DeleteCommand({
        TableName: tableName(),
        Key: { pk: partition(journeyId), sk: sortKey(shard) },
      }),
    );
}
