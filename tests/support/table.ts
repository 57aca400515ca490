import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';

const indexes = ['gsi1', 'gsi2', 'gsi3', 'due'];
const keySchema = (prefix: string) => [
  { AttributeName: `${prefix}pk`, KeyType: 'HASH' as const },
  { AttributeName: `${prefix}sk`, KeyType: 'RANGE' as const },
];

/** The keys that `functions/kernel/table.ts` names, and the stream; some of the indexes for an earlier version's table. */
export const tableProperties = (names: readonly string[] = indexes) => ({
  KeySchema: keySchema(''),
  AttributeDefinitions: ['', ...names].flatMap((prefix) =>
    keySchema(prefix).map(({ AttributeName }) => ({ AttributeName, AttributeType: 'S' as const })),
  ),
  GlobalSecondaryIndexes: names.map((IndexName) => ({
    IndexName,
    KeySchema: keySchema(IndexName),
    Projection: { ProjectionType: IndexName === 'due' ? ('KEYS_ONLY' as const) : ('ALL' as const) },
  })),
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
});

/**
 * Makes the table with its stream. Without a TTL: the engine sweeps by its own clock, and what a test writes in a time of
 * its own would be gone in the middle of it.
 */
export async function createTable(
  endpoint: string,
  TableName: string,
  properties = tableProperties(),
): Promise<void> {
  const client = new DynamoDBClient({ endpoint });
  await client.send(new CreateTableCommand({ TableName, BillingMode: 'PAY_PER_REQUEST', ...properties }));
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.05, maxDelay: 0.05 }, { TableName });
  client.destroy();
}
