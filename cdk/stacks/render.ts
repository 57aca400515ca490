import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Platform } from '../constructs/platform.ts';
import { QueueWorker } from '../constructs/queue-worker.ts';
import { workers } from '../functions.ts';

/** Pictures, documents and videos of signs: a queue, and Chromium behind it. */
export class RenderStack extends Stack {
  readonly render: QueueWorker;

  constructor(scope: Construct, id: string, platform: Platform, props: StackProps) {
    super(scope, id, props);
    this.render = new QueueWorker(this, 'Render', platform, {
      ...workers.render,
      queue: 'render',
      // One export fills a function's processors.
      batchSize: 1,
      maxConcurrency: 10,
      lateAfter: 10,
    });
  }
}
