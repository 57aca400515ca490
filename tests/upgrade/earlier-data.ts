import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { vi } from 'vitest';
import { ensureTable } from '#infra/local/dynamodb/tables.ts';
import type { Resource } from '#infra/local/template/types.ts';
import { createTable, tableProperties } from '#tests/support/table.ts';

/** As DynamoDB's own API has it: sets and numbers are kept as they were. */
type Item = Record<string, AttributeValue>;

export interface EarlierData {
  /** When it was made; ISO 8601. */
  at: string;
  tenant: { id: number; name: string };
  admin: {
    tenantId: number;
    userId: string;
    username: string;
    password: string;
    role: 'admin';
    email: string;
    address: string;
  };
  /** Ids by their prefix. */
  things: Record<string, string>;
  items: Item[];
}

/**
 * Puts the data of an earlier version into a table of its own, which is the product's from then on: to be called
 * before anything is imported that reads the table's name.
 */
export async function loadEarlierData(name: string): Promise<EarlierData> {
  const data = JSON.parse(
    readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'),
  ) as EarlierData;
  const TableName = `dealbell-${name}-${randomUUID().slice(0, 8)}`;
  const then = tableProperties(['gsi1', 'gsi2', 'gsi3']);
  await createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB!, TableName, then);
  const client = new DynamoDBClient({});
  for (let at = 0; at < data.items.length; at += 25)
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [TableName]: data.items.slice(at, at + 25).map((item) => ({ PutRequest: { Item: item } })),
        },
      }),
    );
  // Today's indexes come to it as the local cloud brings them to a table that it finds.
  await ensureTable(client, { name: TableName, properties: tableProperties() } as unknown as Resource);
  client.destroy();
  process.env.TABLE_NAME = TableName;
  // What the setup of the tests has imported knows the other table.
  vi.resetModules();
  return data;
}
