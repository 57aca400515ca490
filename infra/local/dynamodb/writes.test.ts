import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { tellingOfWrites } from './writes.ts';

/** What is told, in order, of a request for an operation. */
async function toldOf(operation: string): Promise<string[]> {
  const told: string[] = [];
  const handle = tellingOfWrites(
    async () => {
      told.push('answered');
    },
    () => told.push('written'),
  );
  const headers = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
  await handle({ headers } as unknown as IncomingMessage, {} as ServerResponse);
  return told;
}

describe('what is written to the tables', () => {
  it.each([
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'TransactWriteItems',
    'ExecuteStatement',
  ])('is told of when %s was answered', async (operation) =>
    expect(await toldOf(operation)).toEqual(['answered', 'written']),
  );
  it.each(['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'Scan', 'DescribeTable', 'ListTables'])(
    'is not told of for %s',
    async (operation) => expect(await toldOf(operation)).toEqual(['answered']),
  );
});
