import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { clock } from '#functions/kernel/clock.ts';
import type { Product } from './product.ts';

const dayMs = 86_400_000;

/**
 * Lets a tenant's trial have ended yesterday. The time of a running product is the machine's and cannot be moved on,
 * so the end is moved back, in the table itself: no call of the product can end a trial early.
 */
export async function endTrial(product: Product, tenantId: number): Promise<void> {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: `http://127.0.0.1:${product.port + 2}`,
      region: 'us-east-1',
      credentials: JSON.parse(readFileSync(join(product.stateDir, 'credentials.json'), 'utf8')),
    }),
  );
  try {
    const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand({}));
    const { Items: [tenant] = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: '#kind = :kind',
        ExpressionAttributeNames: { '#kind': '__edb_e__' },
        ExpressionAttributeValues: { ':pk': `$dealbell#tenantid_${tenantId}`, ':kind': 'tenant' },
      }),
    );
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: tenant!.pk, sk: tenant!.sk },
        UpdateExpression: 'SET trialEndsAt = :ended',
        ConditionExpression: '#plan = :trial',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: {
          ':ended': new Date(clock.now() - dayMs).toISOString(),
          ':trial': 'trial',
        },
      }),
    );
  } finally {
    client.destroy();
  }
}
