import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach } from 'vitest';
import { scratchDir, serve, TestClock } from '../aws-testing.ts';
import { createSqs, type Sqs } from './index.ts';

export const clock = new TestClock('2026-11-20T10:00:00Z');
export let scratch: ReturnType<typeof scratchDir>;
export let sqs: Sqs;
export let server: Awaited<ReturnType<typeof serve>>;
export let client: SQSClient;
export let arrived: string[];
export let hungUp: number;

beforeEach(async () => {
  clock.set('2026-11-20T10:00:00Z');
  scratch = scratchDir();
  sqs = createSqs({ stateDir: scratch.dir, clock: clock.now });
  arrived = [];
  hungUp = 0;
  server = await serve({
    sqs: (req, res) => {
      arrived.push(String(req.headers['x-amz-target']));
      res.once('close', () => {
        if (!res.writableEnded) hungUp += 1;
      });
      return sqs.handle(req, res);
    },
  });
  client = new SQSClient(server.config);
});
afterEach(async () => {
  client.destroy();
  sqs.close();
  await server.close();
  scratch.remove();
});

export async function queue(name: string, Attributes: Record<string, string> = {}): Promise<string> {
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  return QueueUrl!;
}
export const send = (QueueUrl: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
export async function receive(QueueUrl: string, more: Partial<ReceiveMessageCommandInput> = {}) {
  const input = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All' as const], ...more };
  return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
}
export const bodies = (messages: { Body?: string }[]) => messages.map((message) => message.Body);
export const remove = (QueueUrl: string, ReceiptHandle?: string) =>
  client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
export async function counts(QueueUrl: string) {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  return [
    Attributes!.ApproximateNumberOfMessages,
    Attributes!.ApproximateNumberOfMessagesNotVisible,
    Attributes!.ApproximateNumberOfMessagesDelayed,
  ].map(Number);
}

/** Closes the service and opens it again on the same state. */
export function restart(): void {
  sqs.close();
  sqs = createSqs({ stateDir: scratch.dir, clock: clock.now });
}
