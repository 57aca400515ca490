import { Stack, type StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge, anyBelow } from '../constructs/acknowledge.ts';
import type { Platform } from '../constructs/platform.ts';
import { QueueWorker } from '../constructs/queue-worker.ts';
import { watchQueues } from '../constructs/watch-queues.ts';
import { workers } from '../workers.ts';

/** Pictures, documents and videos of signs: a queue, Chromium behind it, and MediaConvert that joins videos. */
export class RenderStack extends Stack {
  readonly render: QueueWorker;

  constructor(scope: Construct, id: string, platform: Platform, props: StackProps) {
    super(scope, id, props);
    platform.mediaConvertRole = this.convertRole(platform);
    this.render = new QueueWorker(this, 'Render', platform, {
      ...workers.render,
      queue: 'render',
      // One export fills a function's processors.
      batchSize: 1,
      maxConcurrency: 10,
      lateAfter: 10,
      // Above the renderers that an export is given, so that one which they all die of still ends with a reason.
      maxReceives: 6,
    });
    this.joined(platform);
    watchQueues(this, platform);
  }

  /** What MediaConvert may do: read the parts of videos and write the whole, and nothing else. */
  private convertRole({ files }: Platform): Role {
    const role = new Role(this, 'ConvertRole', {
      assumedBy: new ServicePrincipal('mediaconvert.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      description: 'Joins videos: reads and writes exports.',
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [files.arnForObjects('exports/*')],
      }),
    );
    acknowledge(role, {
      [anyBelow(files, 'exports')]: 'The tenant and the export follow; a job names the ones of its export.',
    });
    return role;
  }

  /** Jobs that have ended are told on the account's own bus; those of this stage go to a worker. */
  private joined(platform: Platform) {
    const { queue, deadLetters } = new QueueWorker(this, 'Joined', platform, {
      ...workers.joined,
      queue: 'joined',
      batchSize: 10,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    new Rule(this, 'JobEnded', {
      description: 'MediaConvert jobs of this stage that have ended → joined',
      eventPattern: {
        source: ['aws.mediaconvert'],
        detailType: ['MediaConvert Job State Change'],
        detail: {
          status: ['COMPLETE', 'ERROR', 'CANCELED'],
          userMetadata: { stage: [platform.settings.stage] },
        },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
  }
}
