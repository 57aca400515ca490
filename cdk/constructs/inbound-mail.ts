import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { HostedZone, MxRecord } from 'aws-cdk-lib/aws-route53';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { ReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { S3 } from 'aws-cdk-lib/aws-ses-actions';
import { Construct } from 'constructs';
import { workers } from '../workers.ts';
import { inboundPrefix, type Platform } from './platform.ts';
import { logBucket, privateBucket } from './private-bucket.ts';
import { QueueWorker } from './queue-worker.ts';

/**
 * Answers to mails: SES receives what is sent to the inbound domain and puts it into a bucket, which tells the account's
 * own bus, from where it goes to a worker.
 *
 * An account has one active rule set in a region, and making another one active would take mails away from whatever the
 * active one is for. So none is made active here: either the rule joins the set that is active already, or people
 * activate the stage's own.
 */
export class InboundMail extends Construct {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const { settings } = platform;
    const mails = this.bucket(platform);
    platform.inboundMails = mails;
    const rules = settings.mailRuleSet
      ? ReceiptRuleSet.fromReceiptRuleSetName(this, 'Rules', settings.mailRuleSet)
      : new ReceiptRuleSet(this, 'Rules', { receiptRuleSetName: `dealbell-${settings.stage}` });
    rules.addRule('Answers', {
      receiptRuleName: `dealbell-${settings.stage}-answers`,
      recipients: [settings.mailInbound!],
      // It says in a head of each mail whether it is spam or carries a virus.
      scanEnabled: true,
      actions: [new S3({ bucket: mails, objectKeyPrefix: inboundPrefix })],
    });
    this.worker(platform, mails);
    this.record(platform);
    new CfnOutput(this, 'MailRuleSet', {
      value: rules.receiptRuleSetName,
      description: 'The receipt rule set that must be the active one for answers to mails to come in.',
    });
  }

  private bucket({ settings }: Platform): Bucket {
    const mails = privateBucket(this, 'Mails', settings, {
      serverAccessLogsBucket: logBucket(this, 'Logs', settings),
      serverAccessLogsPrefix: 'inbound/',
      // A mail is removed when it is taken; one that failed waits as long as its dead letter.
      lifecycleRules: [{ id: 'mails', expiration: Duration.days(14) }],
    });
    // CDK's own switch for this is a function of its own that calls S3.
    (mails.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    return mails;
  }

  private worker(platform: Platform, mails: Bucket): void {
    const { queue, deadLetters } = new QueueWorker(this, 'Inbound', platform, {
      ...workers.inboundMail,
      queue: 'inbound',
      // Each may be 40 MB.
      batchSize: 1,
      maxConcurrency: 5,
      lateAfter: 5,
    });
    new Rule(this, 'MailReceived', {
      description: 'Mails that SES put into their bucket → inbound',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [mails.bucketName] }, object: { key: [{ prefix: inboundPrefix }] } },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
  }

  /** A domain below the zone that the stage is given is told where its mail goes; the zone's own mail is somebody's. */
  private record({ settings: { hostedZone, mailInbound = '' } }: Platform): void {
    if (!hostedZone || !mailInbound.endsWith(`.${hostedZone.name}`)) return;
    new MxRecord(this, 'Mx', {
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      }),
      recordName: `${mailInbound}.`,
      values: [{ priority: 10, hostName: `inbound-smtp.${Stack.of(this).region}.amazonaws.com` }],
    });
  }
}
