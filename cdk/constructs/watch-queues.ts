import { Duration, type Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { alarmOnGreatest } from './alarms.ts';
import type { Platform } from './platform.ts';
import { QueueWorker } from './queue-worker.ts';

const period = Duration.minutes(1);

/** Alarms on all queues of a stack: those where messages wait too long, and those where dead letters lie. */
export function watchQueues(stack: Stack, platform: Platform): void {
  const all = stack.node.findAll();
  const workers = all.filter((found) => found instanceof QueueWorker);
  const letters = all.filter((found) => found instanceof Queue && !found.deadLetterQueue) as Queue[];
  const where = stack.node.id.split('-').at(-1)!.toLowerCase();
  alarmOnGreatest(
    stack,
    'Late',
    platform,
    workers.map(({ queue, lateAfter }) => ({
      metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
      limit: lateAfter * 60,
    })),
    {
      name: `late-${where}`,
      periods: 3,
      description:
        'Messages wait longer for their worker than they should: the dashboard shows which queue is old. See docs/operations.md.',
    },
  );
  alarmOnGreatest(
    stack,
    'Dead',
    platform,
    letters.map((queue) => ({
      metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      // Above 1 in parts of it, so the first message counts.
      limit: 0.5,
    })),
    {
      name: `dead-letters-${where}`,
      pages: true,
      description:
        'Messages failed for good: read them, mend the cause, redrive the queue. The dashboard shows which. See docs/operations.md.',
    },
  );
}
