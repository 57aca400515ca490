import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type Channel, channelTimes } from '#shared/exchange/channel.ts';
import type { Source } from './inbox.ts';

/** A bridge's one queue, opened by credentials that open nothing else. */
export function sqsSource({ queueUrl, region, credentials }: Extract<Channel, { kind: 'sqs' }>): Source {
  const sqs = new SQSClient({ region, credentials });
  return {
    answersDelete: false,
    async receive(signal) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: channelTimes.poll,
        }),
        { abortSignal: signal },
      );
      return Messages.map(({ ReceiptHandle, Body }) => ({ receipt: ReceiptHandle!, message: Body! }));
    },
    async delete(receipt) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt }));
    },
    close: () => sqs.destroy(),
  };
}
