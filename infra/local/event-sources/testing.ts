import type { Sqs } from '../sqs/index.ts';

export const queueArn = (queue: string): string => `arn:aws:sqs:us-east-1:000000000000:${queue}`;

/**
 * The queues of cdk/constructs/queue-worker.ts: `work`, then `retries` from which each message is worked alone, three
 * times, then `dead`.
 */
export function makeWorkerQueues(sqs: Sqs): void {
  const queue = (name: string, deadLetters?: string, maxReceiveCount?: number) =>
    sqs.ensureQueue(name, {
      VisibilityTimeout: '30',
      ...(deadLetters
        ? { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueArn(deadLetters), maxReceiveCount }) }
        : {}),
    });
  queue('dead');
  queue('retries', 'dead', 3);
  queue('work', 'retries', 1);
}
