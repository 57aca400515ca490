import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
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
import { alarmOnGreatest } from '../constructs/alarms.ts';
import { mailSetName, type Platform } from '../constructs/platform.ts';
import { abortUploads, logBucket, privateBucket } from '../constructs/private-bucket.ts';
import type { Settings } from '../settings.ts';

type Adopted = NonNullable<Settings['adopt']>;

const indexes = ['gsi1', 'gsi2', 'gsi3'];
/** What is due over all tenants, by keys alone: docs/decisions/018. */
const dueIndex = 'due';

/** What must outlive everything else: the table, the files, the keys. Also the topic that alarms are told to. */
export class DataStack extends Stack {
  readonly platform: Platform;

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, props);
    const removalPolicy = settings.keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const key = (name: string, description: string) =>
      new Key(this, name, { description, enableKeyRotation: true, removalPolicy });

    // Also where another table is adopted: one that was restored from this stage's has this key still.
    const ownKey = key('TableKey', `Dealbell ${settings.stage}: the table at rest`);
    const { adopt } = settings;
    const tableKey = adopt?.key ? Key.fromKeyArn(this, 'AdoptedKey', adopt.key) : ownKey;
    const topic = (name: string) =>
      new Topic(this, name, { enforceSSL: true, displayName: `Dealbell ${settings.stage}` });
    const tenantKey = key('TenantKey', `Dealbell ${settings.stage}: seals tenants' secrets`);
    this.platform = {
      settings,
      tableKey,
      tenantKey,
      table: adopt ? this.adopted(adopt, tableKey) : this.table(settings, ownKey, removalPolicy),
      files: this.files(settings),
      signingSecret: this.signingSecret(settings, removalPolicy),
      originSecret: this.originSecret(settings, removalPolicy),
      alarms: topic('Alarms'),
      pages: topic('Pages'),
      alarmNames: [],
      pagingAlarms: [],
      queues: {},
    };
    this.mailSet(settings);
    this.watch();
    if (settings.backup) this.backup(settings, removalPolicy);
    new CfnOutput(this, 'PagingTopic', {
      value: this.platform.pages.topicArn,
      description: 'Subscribe here whatever wakes people.',
    });
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
    for (const indexName of [...indexes, dueIndex])
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: `${indexName}pk`, type: AttributeType.STRING },
        sortKey: { name: `${indexName}sk`, type: AttributeType.STRING },
        projectionType: indexName === dueIndex ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
      });
    return table;
  }

  /** A table that was restored from a backup, in the place of one of the stack's own: docs/operations.md. */
  private adopted({ table, stream }: Adopted, encryptionKey: IKey): ITable {
    return Table.fromTableAttributes(this, 'AdoptedTable', {
      ...(table.startsWith('arn:') ? { tableArn: table } : { tableName: table }),
      tableStreamArn: stream,
      encryptionKey,
    });
  }

  /** Requests that the table or one of its indexes turned away. */
  private watch() {
    const { table } = this.platform;
    const period = Duration.minutes(1);
    const of = (metricName: string, index?: string) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: {
          TableName: table.tableName,
          ...(index ? { GlobalSecondaryIndexName: index } : {}),
        },
        statistic: 'Sum',
        period,
      });
    alarmOnGreatest(
      this,
      'TableThrottled',
      this.platform,
      [undefined, ...indexes, dueIndex].flatMap((index) =>
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => ({ metric: of(name, index), limit: 10 })),
      ),
      {
        name: 'table-throttled',
        periods: 3,
        pages: true,
        description: 'The table turned more than ten requests a minute away: a partition is hot.',
      },
    );
  }

  /** The table each day for 35 days, in a vault of its own, and where it is wanted in another region's. */
  private backup({ backupCopyArn }: Settings, removalPolicy: RemovalPolicy) {
    const deleteAfter = Duration.days(35);
    const vault = new BackupVault(this, 'Vault', { removalPolicy });
    const plan = new BackupPlan(this, 'Backups', { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '5', minute: '0' }),
        deleteAfter,
        copyActions: backupCopyArn
          ? [
              {
                destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'CopyVault', backupCopyArn),
                deleteAfter,
              },
            ]
          : [],
      }),
    );
    const policy = 'service-role/AWSBackupServiceRolePolicyForBackup';
    const role = new Role(this, 'BackupRole', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
    });
    acknowledge(role, {
      [`IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`]:
        'AWS Backup names this policy for what it does, and keeps it as its needs change.',
    });
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(this.platform.table)], role });
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
        // The sweeper removes what has been shown; this stands behind it. A queue of announcements lasts 20 days at most.
        { id: 'announcements', prefix: 'announcements/', expiration: Duration.days(30) },
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
          // CloudFront's own domain is not known here, but what it ends in. An upload's right lies in its signed form,
          // not in a cookie, so naming the origin only keeps other sites from using a form that leaked.
          allowedOrigins: [
            settings.publicUrl ? new URL(settings.publicUrl).origin : 'https://*.cloudfront.net',
          ],
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
