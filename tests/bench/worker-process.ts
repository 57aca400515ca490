import { setTimeout as pause } from 'node:timers/promises';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { handler as jobs } from '#functions/jobs/worker.ts';
import { handler as journeys } from '#functions/journeys/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { commit, tableName } from '#functions/kernel/table.ts';
import { handler as imports } from '#functions/leads/imports/worker.ts';

/** A worker of bench:workers: a process that takes one message at a time, or writes into the bare table. */
export interface Order {
  work: 'JOBS' | 'JOURNEYS' | 'IMPORTS' | 'bare' | 'nothing';
  /** So much later the table answers, as one behind a network does. */
  lateMs: number;
  tenantId: number;
}

const handlers = { JOBS: jobs, JOURNEYS: journeys, IMPORTS: imports };
let order: Order = { work: 'nothing', lateMs: 0, tenantId: 0 };

const { send } = DynamoDBDocumentClient.prototype;
DynamoDBDocumentClient.prototype.send = async function (this: unknown, ...args: unknown[]) {
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
    process.send!({ worked: body });
  }
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}

let written = 0;

/** A transaction of five items, as that which enrols a lead. */
const writeBare = ({ tenantId }: Order) =>
  asSystem(tenantId, 'bench', async () => {
    const items = Array.from({ length: 5 }, () => {
      const Item = { pk: partitionOf(`bare_${process.pid}_${written++}`), sk: 'bare', text: 'x'.repeat(400) };
      return new PutCommand({ TableName: tableName(), Item }).input;
    });
    await commit(items);
    process.send!({ worked: 'bare' });
  });

process.on('message', (given: Order) => {
  order = given;
});
process.on('disconnect', () => process.exit(0));
process.send!('ready');

for (;;)
  if (order.work === 'nothing') await pause(5);
  else if (order.work === 'bare') await writeBare(order);
  else await takeOne(order.work);
