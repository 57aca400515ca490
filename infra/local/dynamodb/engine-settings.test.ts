import { rmSync } from 'node:fs';
import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Engine, startEngine } from '#tests/support/engine.ts';
import { createTable } from '#tests/support/table.ts';
import { stateFolder } from '#tests/support/temporary.ts';

const folder = stateFolder('dealbell-engine-');
let engine: Engine;
beforeAll(async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env as Record<string, string>;
  engine = await startEngine(folder, {
    AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID!,
    AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY!,
  });
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('writes an index together with its table', async () => {
  await createTable(engine.endpoint, 'indexed');
  const client = new DynamoDBClient({ endpoint: engine.endpoint });
  const missed: string[] = [];
  for (let n = 0; n < 50; n++) {
    const pk = { S: `item ${n}` };
    const Item = { pk, sk: { S: '-' }, gsi1pk: pk, gsi1sk: { S: '-' } };
    await client.send(new PutItemCommand({ TableName: 'indexed', Item }));
    const { Count } = await client.send(
      new QueryCommand({
        TableName: 'indexed',
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    );
    if (Count !== 1) missed.push(pk.S);
  }
  client.destroy();
  expect(missed).toEqual([]);
});
