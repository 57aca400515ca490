import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { lambdaContext } from '#tests/support/gateway.ts';
import { tenantOf } from './actor.ts';
import { send, worker } from './queue.ts';

const sqs = new SQSClient({});
const arnOf = async (QueueUrl: string) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return Attributes!.QueueArn!;
};
const newQueue = async (Attributes: Record<string, string> = {}) => {
  const QueueName = `test-${randomUUID()}`;
  return (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl!;
};

/** The queues of a worker as cdk/constructs/queue-worker.ts makes them, but that nothing stays hidden. */
async function workerQueues() {
  const letters = await newQueue();
  const redrive = async (to: string, maxReceiveCount: number) =>
    JSON.stringify({ deadLetterTargetArn: await arnOf(to), maxReceiveCount });
  const retries = await newQueue({ VisibilityTimeout: '0', RedrivePolicy: await redrive(letters, 3) });
  const main = await newQueue({ VisibilityTimeout: '0', RedrivePolicy: await redrive(retries, 1) });
  vi.stubEnv('POISON_QUEUE_URL', main);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const receive = async (QueueUrl: string, most: number): Promise<SQSEvent | undefined> => {
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: most,
        MessageSystemAttributeNames: ['All'],
        // Long enough for the worker that has it; what fails is seen again at once.
        VisibilityTimeout: 1,
      }),
    );
    const eventSourceARN = await arnOf(QueueUrl);
    const Records = (Messages ?? []).map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      attributes: Attributes,
      eventSourceARN,
    }));
    return Records.length > 0 ? ({ Records } as never) : undefined;
  };
  const waiting = async (QueueUrl: string) => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    return (
      Number(Attributes!.ApproximateNumberOfMessages) +
      Number(Attributes!.ApproximateNumberOfMessagesNotVisible)
    );
  };
  return { main, retries, letters, receive, waiting };
}

const message = z.object({ n: z.number() });

it('a message that is done is gone at once, whatever becomes of its batch', async () => {
  const queues = await workerQueues();
  let release = () => {};
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done: number[] = [];
  const handler = worker('POISON', message, async ({ n }) => {
    if (tenantOf() === 1) await stuck;
    done.push(n);
  });
  await send('POISON', 1, { n: 1 });
  await send('POISON', 2, { n: 2 });
  await send('POISON', 2, { n: 3 });
  const running = handler((await queues.receive(queues.main, 10))!, lambdaContext());
  // The poison is still at it: a worker that dies now takes only the poison with it.
  await expect.poll(() => queues.waiting(queues.main)).toBe(1);
  expect(done).toEqual([2, 3]);
  release();
  expect(await running).toEqual({ batchItemFailures: [] });
});

it('a message that fails is named alone, and others of its batch are done', async () => {
  const queues = await workerQueues();
  const handler = worker('POISON', message, async () => {
    if (tenantOf() === 1) throw new Error('poison');
  });
  await send('POISON', 1, { n: 1 });
  await send('POISON', 2, { n: 2 });
  const event = (await queues.receive(queues.main, 10))!;
  const poison = event.Records.find(({ body }) => body.includes('"tenantId":1'))!;
  const { batchItemFailures } = await handler(event, lambdaContext());
  expect(batchItemFailures).toEqual([{ itemIdentifier: poison.messageId }]);
  expect(await queues.waiting(queues.main)).toBe(1);
});

it('messages carry their tenant as their group', async () => {
  const queues = await workerQueues();
  await send('POISON', 7, { n: 1 });
  const event = (await queues.receive(queues.main, 10))!;
  expect(event.Records[0]!.attributes.MessageGroupId).toBe('tenant-7');
});
