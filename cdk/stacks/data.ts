import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { acknowledge } from '../constructs/acknowledge.ts';
import { mailSetName, type Platform } from '../constructs/platform.ts';
import { abortUploads, logBucket, privateBucket } from '../constructs/private-bucket.ts';
import type { Settings } from '../settings.ts';

/** What must outlive everything else: the table, the files, the keys. Also the topic that alarms are told to. */
export class DataStack extends Stack {
  readonly platform: Platform;

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, props);
    const removalPolicy = settings.keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const key = (name: string, description: string) =>
      new Key(this, name, { description, enableKeyRotation: true, removalPolicy });

    const tableKey = key('TableKey', `Dealbell ${settings.stage}: the table at rest`);
    const tenantKey = key('TenantKey', `Dealbell ${settings.stage}: seals tenants' secrets`);
    this.platform = {
      settings,
      tableKey,
      tenantKey,
      table: this.table(settings, tableKey, removalPolicy),
      files: this.files(settings),
      signingSecret: this.signingSecret(settings, removalPolicy),
      originSecret: this.originSecret(settings, removalPolicy),
      alarms: new Topic(this, 'Alarms', { enforceSSL: true, displayName: `Dealbell ${settings.stage}` }),
      queues: {},
    };
    this.mailSet(settings);
    new CfnOutput(this, 'AlarmTopic', {
      value: this.platform.alarms.topicArn,
      description: 'Subscribe an address here to hear of alarms.',
    });
  }

  private table(settings: Settings, encryptionKey: Key, removalPolicy: RemovalPolicy): Table {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: 'expiresAt',
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey,
      deletionProtection: settings.keep,
      removalPolicy,
    });
    for (const indexName of ['gsi1', 'gsi2', 'gsi3'])
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: `${indexName}pk`, type: AttributeType.STRING },
        sortKey: { name: `${indexName}sk`, type: AttributeType.STRING },
        projectionType: ProjectionType.ALL,
      });
    return table;
  }

  private files(settings: Settings): Bucket {
    const files = privateBucket(this, 'Files', settings, {
      versioned: true,
      serverAccessLogsBucket: logBucket(this, 'Logs', settings),
      serverAccessLogsPrefix: 'files/',
      lifecycleRules: [
        // What has arrived is copied to where it stays; the rest was given up.
        { id: 'uploads', prefix: 'uploads/', expiration: Duration.days(1) },
        { id: 'exports', prefix: 'exports/', expiration: Duration.days(30) },
        { id: 'imports', prefix: 'imports/', expiration: Duration.days(30) },
        // What came in by webhooks is kept as long as its record.
        { id: 'hooks', prefix: 'hooks/', expiration: Duration.days(90) },
        {
          id: 'leftovers',
          ...abortUploads,
          // What was replaced or removed can be had back for a month.
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
      ],
      cors: [
        {
          // CloudFront's own domain is not known here. An upload's right lies in its signed form, not in a
          // cookie, so naming the origin only keeps other sites from using a form that leaked.
          allowedOrigins: [settings.publicUrl ? new URL(settings.publicUrl).origin : '*'],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST, HttpMethods.PUT],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          maxAge: 3600,
        },
      ],
    });
    // Any distribution of this account: naming the one would tie this stack to the web stack, which needs this one.
    files.addToResourcePolicy(
      new PolicyStatement({
        sid: 'CdnReadsMedia',
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [files.arnForObjects('media/*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: {
            'aws:SourceArn': `arn:${this.partition}:cloudfront::${this.account}:distribution/*`,
          },
        },
      }),
    );
    return files;
  }

  /**
   * Mails of tenants are sent with this set. SES tells the account's own bus, and no other, of those that arrived, came
   * back or were marked as spam, and sends no more to addresses of the last two by itself.
   */
  private mailSet(settings: Settings): void {
    new ConfigurationSet(this, 'MailSet', {
      configurationSetName: mailSetName(settings),
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    }).addEventDestination('Feedback', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'AccountBus', 'default')),
      events: [
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
      ],
    });
  }

  private signingSecret(settings: Settings, removalPolicy: RemovalPolicy): Secret {
    const secret = new Secret(this, 'SigningSecret', {
      description: `Dealbell ${settings.stage}: signs access tokens`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    acknowledge(secret, {
      SMG4: 'A new value makes every access token invalid at once, so it is changed by hand after an incident.',
    });
    return secret;
  }

  /** What the CDN shows the functions: they take its current value and the one before, so turning it loses no call. */
  private originSecret(settings: Settings, removalPolicy: RemovalPolicy): Secret {
    const secret = new Secret(this, 'OriginSecret', {
      description: `Dealbell ${settings.stage}: shows functions that a call came through the CDN`,
      // A header of CloudFront may be 1,783 characters long; this is as good as any key.
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    acknowledge(secret, {
      SMG4: 'The CDN learns a new value by a deployment alone, so it is turned by hand: docs/operations.md.',
    });
    return secret;
  }
}
