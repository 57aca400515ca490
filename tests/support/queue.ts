import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { onTestFinished, vi } from 'vitest';
import { lambdaContext } from './gateway.ts';

/** A queue of one test in the place of the variable `<name>_QUEUE_URL`, until the test ends. */
export async function setQueue(name: string) {
  const sqs = new SQSClient({});
  const made = await sqs.send(new CreateQueueCommand({ QueueName: `test-${randomUUID()}` }));
  const QueueUrl = made.QueueUrl!;
  vi.stubEnv(`${name}_QUEUE_URL`, QueueUrl);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const receive = async (): Promise<Message[]> =>
    (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))).Messages ?? [];
  return {
    /** Hands what is on the queue to a worker until nothing is left; answers how many messages that were. */
    async work(handler: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>): Promise<number> {
      for (let worked = 0; ; ) {
        const messages = await receive();
        if (messages.length === 0) return worked;
        for (const { MessageId, ReceiptHandle, Body } of messages) {
          const record = {
            messageId: MessageId,
            receiptHandle: ReceiptHandle,
            body: Body,
            attributes: { ApproximateReceiveCount: '1' },
          };
          const answer = await handler({ Records: [record] } as never, lambdaContext());
          if (answer.batchItemFailures.length > 0) throw new Error(`The worker failed at ${Body}`);
          await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
          worked++;
        }
      }
    },
    /** Loses what is on it. */
    empty: () => sqs.send(new PurgeQueueCommand({ QueueUrl })),
  };
}
