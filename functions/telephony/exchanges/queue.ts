import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { env } from '#functions/kernel/env.ts';
import { traced } from '#functions/kernel/trace.ts';
import { type ChannelMessage, channelTimes } from '#shared/exchange/channel.ts';

/*
 * The one queue of a bridge: first in, first out within a lane, which is a call, a phone or a queue of callers. Of two
 * messages with one id SQS takes the first, for five minutes; the bridge's journal knows the key for a week.
 */

const sqs = traced(new SQSClient({}));

/** Every such queue begins with this, and functions may use no other. */
const prefix = (): string => env('EXCHANGE_QUEUES');

/** Makes the queue of an exchange; again, it is the one that is there. */
export async function makeQueue(exchangeId: string): Promise<string> {
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({
      QueueName: `${prefix()}${exchangeId.replace(/^exc_/, '').toLowerCase()}.fifo`,
      Attributes: {
        FifoQueue: 'true',
        // A tenant's stream of commands does not hold up another's: order is kept, and counted, for each lane.
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
        VisibilityTimeout: String(channelTimes.visibility),
        // What is older is of no use to anybody; SQS keeps no less than a minute.
        MessageRetentionPeriod: '300',
      },
    }),
  );
  return QueueUrl!;
}

export async function removeQueueOf(queueUrl: string): Promise<void> {
  await sqs.send(new DeleteQueueCommand({ QueueUrl: own(queueUrl) }));
}

/** @throws Error for an address that is none of these queues */
function own(queueUrl: string): string {
  if (!queueUrl.split('/').at(-1)?.startsWith(prefix()))
    throw new Error('This is not the queue of an exchange.');
  return queueUrl;
}

export async function sendToBridge(queueUrl: string, message: ChannelMessage): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: own(queueUrl),
      MessageBody: JSON.stringify(message),
      MessageGroupId: `t${message.tenant}-${message.lane}`.replace(/[^\w-]/g, '-').slice(0, 128),
      MessageDeduplicationId: message.id,
    }),
  );
}

/** For a bridge that fetches its messages by us: what there is, waited for some seconds. */
export async function receiveForBridge(queueUrl: string, seconds: number) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: own(queueUrl), MaxNumberOfMessages: 10, WaitTimeSeconds: seconds }),
  );
  return Messages.map(({ ReceiptHandle, Body }) => ({ receipt: ReceiptHandle!, message: Body! }));
}

/** A message that the bridge has done. One that was given out again since stays, and is done again: that is borne. */
export async function deleteForBridge(queueUrl: string, receipt: string): Promise<void> {
  await sqs.send(new DeleteMessageCommand({ QueueUrl: own(queueUrl), ReceiptHandle: receipt }));
}

/** A message that was taken for nobody is given out again at once. */
export async function giveBackOfBridge(queueUrl: string, receipt: string): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: own(queueUrl),
      ReceiptHandle: receipt,
      VisibilityTimeout: 0,
    }),
  );
}
