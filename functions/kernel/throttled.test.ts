import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DeleteMessageCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { BatchGetCommand, DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { api } from '#shared/api/index.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { asSystem } from './actor.ts';
import { bucket } from './bucket.ts';
import { readTogether } from './identity.ts';
import { partitionOf } from './partitions.ts';
import { worker } from './queue.ts';
import { commit, tableName } from './table.ts';

/* What the local cloud never does and AWS does: refusals for the rate of requests, and answers that are partial. */

const asTenant = <T>(work: () => T): T => asSystem(1, 'test', work as never) as T;

function fake<T extends Parameters<typeof mockClient>[0]>(client: T) {
  const mock = mockClient(client);
  onTestFinished(() => mock.restore());
  return mock;
}

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const write = () => ({ TableName: tableName(), Item: { pk: partitionOf('note'), sk: 'one' } });

it.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'a transaction that is refused for its rate (%s) is tried again until it is written',
  async (code) => {
    const table = fake(DynamoDBDocumentClient);
    table.on(TransactWriteCommand).rejectsOnce(cancelled('None', code)).resolves({});
    await asTenant(() => commit(write()));
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(2);
  },
);

it('a transaction that stays refused for its rate is given up with the error of the table', async () => {
  const table = fake(DynamoDBDocumentClient);
  table.on(TransactWriteCommand).rejects(cancelled('ThrottlingError'));
  await expect(asTenant(() => commit(write()))).rejects.toThrow(TransactionCanceledException);
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(6);
});

it('a condition that does not hold is an answer, also beside a refusal for the rate', async () => {
  const table = fake(DynamoDBDocumentClient);
  table.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed', 'ThrottlingError'));
  await expect(asTenant(() => commit(write(), write()))).rejects.toThrow('has changed since it was read');
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

it('a call that a throttled table refuses answers 503 with a time after which to try again', async () => {
  const agent = as((await freshTenant()).agent);
  expect((await agent.call(api.leads.list)).status).toBe(200);
  const table = fake(DynamoDBDocumentClient);
  table.rejects(Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' }));
  const answer = await agent.call(api.leads.list);
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'busy', error: 'We are very busy at the moment. Please try again.', retryAfter: 1 },
  });
  expect(answer.headers['retry-after']).toBe('1');
});

it('who calls is read on where the table answers a part, and never taken for gone', async () => {
  const table = fake(DynamoDBDocumentClient);
  const left = { [tableName()]: { Keys: [{ pk: asTenant(() => partitionOf('b')) }] } };
  table
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { [tableName()]: [{ __edb_e__: 'user' }] }, UnprocessedKeys: left })
    .resolves({ Responses: { [tableName()]: [{ __edb_e__: 'tenant' }] } });
  const found = await asTenant(() =>
    readTogether([{ pk: partitionOf('a') }, { pk: partitionOf('b') }], ['role'], true),
  );
  expect(Object.keys(found).sort()).toEqual(['tenant', 'user']);
});

it('files that S3 does not remove are an error, so that nobody believes them gone', async () => {
  const s3 = fake(S3Client);
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'a' }, { Key: 'b' }] });
  s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'b', Code: 'SlowDown', Message: 'Slow down.' }] });
  await expect(asTenant(() => bucket('exports').removeAll('x/'))).rejects.toThrow(
    'A file could not be removed: Slow down.',
  );
});

it('a message that is done but cannot be deleted is not worked again with its batch', async () => {
  const sqs = fake(SQSClient);
  sqs.on(GetQueueUrlCommand).resolves({ QueueUrl: 'http://queue' });
  sqs.on(DeleteMessageCommand).rejects(new Error('The request timed out.'));
  const done: number[] = [];
  const handler = worker('test', z.object({ n: z.number() }), async ({ n }) => {
    if (n === 2) throw new Error('This one fails.');
    done.push(n);
  });
  const Records = [1, 2].map((n) => ({
    messageId: `m${n}`,
    receiptHandle: `r${n}`,
    eventSourceARN: 'arn:aws:sqs:eu-west-1:1:deletes-fail',
    body: JSON.stringify({ tenantId: 1, body: { n } }),
  }));
  const answer = await handler({ Records } as never, lambdaContext());
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm2' }]);
  expect(done).toEqual([1]);
});
