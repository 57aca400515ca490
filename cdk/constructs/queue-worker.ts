import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type DeadLetterQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionSpec, QueueName } from '../function-spec.ts';
import { busRulesArn, type Platform } from './platform.ts';
import { ProductFunction } from './product-function.ts';

/** AWS advises that a message stays hidden for six time-outs of its worker, so a retry never meets its first try. */
const visibilityTimeouts = 6;

export interface QueueWorkerProps extends FunctionSpec {
  queue: QueueName;
  /** Messages handed over at once. */
  batchSize: number;
  /** Seconds that are waited for a batch to fill; none by default. */
  batchingWindow?: number;
  /** Seconds that a message waits before it is seen, up to 900; none by default. */
  delay?: number;
  /** Copies of the function that work on the queue at the same time; at least 2, which is SQS's floor. */
  maxConcurrency: number;
  /** Told when the oldest message has waited longer than this, in minutes. */
  lateAfter: number;
  /** Times that a message is handed over before it counts as failed for good. */
  maxReceives?: number;
}

/**
 * A queue, the worker that empties it, a queue of what comes again where the worker takes several messages at once, and
 * the queue where messages lie that failed again and again.
 */
export class QueueWorker extends Construct {
  readonly queue: Queue;
  /** Where a message of a batch comes again, to be worked alone; none for a worker that takes one at a time. */
  readonly retries: Queue | undefined;
  readonly deadLetters: Queue;
  readonly worker: ProductFunction;
  /** Minutes that its oldest message may wait. */
  readonly lateAfter: number;

  constructor(scope: Construct, id: string, platform: Platform, props: QueueWorkerProps) {
    super(scope, id);
    const {
      queue: name,
      batchSize,
      batchingWindow,
      delay,
      maxConcurrency,
      lateAfter,
      maxReceives = 3,
      ...spec
    } = props;
    this.lateAfter = lateAfter;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const queueOf = (id: string, deadLetterQueue: DeadLetterQueue) =>
      new Queue(this, id, {
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: true,
        visibilityTimeout: Duration.seconds(spec.timeout * visibilityTimeouts),
        retentionPeriod: Duration.days(4),
        receiveMessageWaitTime: Duration.seconds(20),
        ...(delay && id === 'Queue' ? { deliveryDelay: Duration.seconds(delay) } : {}),
        deadLetterQueue,
      });
    const letters = { queue: this.deadLetters, maxReceiveCount: maxReceives };
    // A message that stops its worker takes the batch with it. What comes again is worked alone, so that nothing can
    // be taken along twice and end among the dead letters for another's sake.
    this.retries = batchSize > 1 ? queueOf('Retries', letters) : undefined;
    this.queue = queueOf('Queue', this.retries ? { queue: this.retries, maxReceiveCount: 1 } : letters);
    platform.queues[name] = this.queue;
    for (const queue of [this.queue, this.deadLetters])
      queue.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal('events.amazonaws.com')],
          actions: ['sqs:SendMessage'],
          resources: [queue.queueArn],
          conditions: { ArnLike: { 'aws:SourceArn': busRulesArn(this, platform.settings) } },
        }),
      );
    this.worker = new ProductFunction(this, 'Worker', platform, spec);
    this.worker.function.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        maxConcurrency,
        reportBatchItemFailures: true,
        ...(batchingWindow ? { maxBatchingWindow: Duration.seconds(batchingWindow) } : {}),
      }),
    );
    if (this.retries)
      this.worker.function.addEventSource(
        new SqsEventSource(this.retries, { batchSize: 1, maxConcurrency: 2, reportBatchItemFailures: true }),
      );
  }
}
