import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Product } from './product.ts';

/**
 * Brings the night forward in which a workspace's terms run: its rules have waited for their day, and the sweeper finds
 * the run due at its next minute. No call of the product can do that.
 */
export async function letTermsRunNow(product: Product): Promise<void> {
  const credentials = JSON.parse(readFileSync(join(product.stateDir, 'credentials.json'), 'utf8'));
  const endpoint = `http://127.0.0.1:${product.port + 2}`;
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const table = DynamoDBDocumentClient.from(client);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const TableName = TableNames[0]!;
  const own = `$dealbell#tenantid_${product.tenantId}`;
  const pages = paginateScan(
    { client: table },
    {
      TableName,
      ConsistentRead: true,
      FilterExpression: 'begins_with(pk, :own) AND (#kind = :rules OR #kind = :turn)',
      ExpressionAttributeNames: { '#kind': '__edb_e__' },
      ExpressionAttributeValues: {
        ':own': own,
        ':rules': 'retentionRules',
        ':turn': 'retentionTurn',
      },
    },
  );
  const found: Record<string, unknown>[] = [];
  for await (const { Items = [] } of pages)
    found.push(...Items.filter(({ pk }) => pk === own || String(pk).startsWith(`${own}#`)));
  if (found.length < 2) throw new Error('The workspace has no terms that could run.');
  const at = new Date(Date.now() - 60_000).toISOString();
  for (const { pk, sk, rules, duesk } of found) {
    const waited = Object.entries((rules ?? {}) as Record<string, object>).map(([kind, rule]) => [
      kind,
      { ...rule, startsAt: at },
    ]);
    const [, ...place] = String(duesk ?? '').split('#');
    await table.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: rules ? 'SET #rules = :rules' : 'SET nextAt = :at, duesk = :place',
        ...(rules ? { ExpressionAttributeNames: { '#rules': 'rules' } } : {}),
        ExpressionAttributeValues: rules
          ? { ':rules': Object.fromEntries(waited) }
          : { ':at': at, ':place': [at, ...place].join('#') },
      }),
    );
  }
  client.destroy();
}
