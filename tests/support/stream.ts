import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

/**
 * Follows the table's own stream from now on. Each reading answers what came since the last, as the stream's
 * consumer gets it.
 */
export async function followStream(): Promise<() => Promise<DynamoDBRecord[]>> {
  const streams = new DynamoDBStreamsClient({});
  const table = await new DynamoDBClient({}).send(
    new DescribeTableCommand({ TableName: process.env.TABLE_NAME }),
  );
  const StreamArn = table.Table!.LatestStreamArn!;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const iterators = await Promise.all(
    StreamDescription!.Shards!.map(async ({ ShardId }) => {
      const at = { StreamArn, ShardId, ShardIteratorType: 'LATEST' as const };
      return (await streams.send(new GetShardIteratorCommand(at))).ShardIterator;
    }),
  );
  return async () => {
    const pages = await Promise.all(
      iterators.map(async (ShardIterator, shard) => {
        if (!ShardIterator) return [];
        const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
        iterators[shard] = page.NextShardIterator;
        return page.Records ?? [];
      }),
    );
    return pages.flat() as DynamoDBRecord[];
  };
}
