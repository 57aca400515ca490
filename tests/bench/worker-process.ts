import { setTimeout as pause } from 'node:timers/promises';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { handler as jobs } from '#functions/jobs/worker.ts';
import { handler as journeys } from '#functions/journeys/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { commit, tableName } from '#functions/kernel/table.ts';
import { handler as imports } from '#functions/leads/imports/worker.ts';
import { handler as messages } from '#functions/messages/worker.ts';

/** A worker of bench:workers and bench:campaigns: a process that takes one message at a time, or writes into the bare table. */
export interface Order {
  work: 'JOBS' | 'JOURNEYS' | 'IMPORTS' | 'MESSAGES' | 'bare' | 'nothing';
  /** So much later the table answers, as one behind a network does. */
  lateMs: number;
  tenantId: number;
  /** So far the clock is ahead of this machine's, for what has its hours; ms. */
  aheadMs?: number;
  /** Of a bare transaction; 5 unless said otherwise. */
  items?: number;
}

/** What a worker has asked of the table. */
export interface Asked {
  reads: number;
  transactions: number;
  /** In transactions. */
  items: number;
  /** Items that were written outside of a transaction. */
  single: number;
}

const handlers = { JOBS: jobs, JOURNEYS: journeys, IMPORTS: imports, MESSAGES: messages };
let order: Order = { work: 'nothing', lateMs: 0, tenantId: 0 };

const asked: Asked = { reads: 0, transactions: 0, items: 0, single: 0 };
function countRequest({ input }: { input: Record<string, unknown> }): void {
  const items = input.TransactItems as unknown[] | undefined;
  if (items) {
    asked.transactions++;
    asked.items += items.length;
  } else if ('Item' in input || 'UpdateExpression' in input) asked.single++;
  else if ('RequestItems' in input && JSON.stringify(input.RequestItems).includes('Request"')) {
    for (const list of Object.values(input.RequestItems as Record<string, unknown[]>))
      asked.single += list.length;
  } else asked.reads++;
}

const { send } = DynamoDBDocumentClient.prototype;
DynamoDBDocumentClient.prototype.send = async function (this: unknown, ...args: unknown[]) {
  countRequest(args[0] as { input: Record<string, unknown> });
  if (order.lateMs > 0) await pause(order.lateMs);
  return (send as (...args: unknown[]) => unknown).apply(this, args);
} as never;

const sqs = new SQSClient({});
const context = { getRemainingTimeInMillis: () => 60_000 };

async function takeOne(queue: keyof typeof handlers): Promise<void> {
  const QueueUrl = process.env[`${queue}_QUEUE_URL`]!;
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1 }));
  const [message] = Messages;
  if (!message) return pause(10);
  const { MessageId, ReceiptHandle, Body } = message;
  const { body } = JSON.parse(Body!) as { body: object };
  // Steps that are due are other workers' work.
  if (!('items' in body)) {
    const record = { messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: {} };
    await handlers[queue]({ Records: [record] } as never, context as never);
    process.send!({ worked: body, asked });
  }
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}

let written = 0;

/** Enrolling a lead is a transaction of five items. */
const writeBare = ({ tenantId, items: length = 5 }: Order) =>
  asSystem(tenantId, 'bench', async () => {
    const items = Array.from({ length }, () => {
      const Item = { pk: partitionOf(`bare_${process.pid}_${written++}`), sk: 'bare', text: 'x'.repeat(400) };
      return new PutCommand({ TableName: tableName(), Item }).input;
    });
    await commit(items);
    process.send!({ worked: 'bare' });
  });

process.on('message', (given: Order) => {
  order = given;
  setClock(() => Date.now() + (given.aheadMs ?? 0));
});
process.on('disconnect', () => process.exit(0));
process.send!('ready');

for (;;)
  if (order.work === 'nothing') await pause(5);
  else if (order.work === 'bare') await writeBare(order);
  else await takeOne(order.work);
