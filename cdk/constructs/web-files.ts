import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Annotations, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { root, type Settings } from '../settings.ts';
import { acknowledge, anyResource } from './acknowledge.ts';
import { abortUploads, privateBucket } from './private-bucket.ts';

/** Where `npm run build` leaves the application. */
const built = 'dist/web';
/** Names with a hash never change; every other file is asked for again. */
const cacheControl = { 'assets/*': 'public, max-age=31536000, immutable', '*': 'no-cache' };

/** The private bucket that the application is served from, and what puts the application there. */
export class WebFiles extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: Settings, logs: Bucket) {
    super(scope, id);
    this.bucket = privateBucket(this, 'Bucket', settings, {
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'web/',
      lifecycleRules: [abortUploads],
    });
    // What is in it and how it is kept, for who serves it without a deployment.
    const cfn = this.bucket.node.defaultChild as CfnBucket;
    cfn.addMetadata('dealbell:files', built);
    cfn.addMetadata('dealbell:cache-control', cacheControl);
  }

  /** Copies the build at deployment, and has the CDN forget the pages before it. */
  deploy(distribution: Distribution): void {
    const shared = {
      destinationBucket: this.bucket,
      sources: [this.source()],
      // Pages that are open still load the files of their own build.
      prune: false,
      logGroup: new LogGroup(this, 'Logs', {
        retention: RetentionDays.TWO_WEEKS,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString(cacheControl['assets/*'])],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...shared,
      exclude: ['assets/*'],
      cacheControl: [CacheControl.fromString(cacheControl['*'])],
      distribution,
      distributionPaths: ['/*'],
    });
    // A page is there only after what it loads.
    pages.node.addDependency(assets);
    acknowledgeDeployment(pages, this.bucket);
  }

  /** The build; where there is none yet, a page that says so, because the description is read without one too. */
  private source(): ISource {
    const folder = join(root, built);
    if (existsSync(join(folder, 'index.html'))) return Source.asset(folder);
    Annotations.of(this).addInfo(`${built} holds no application yet: run npm run build before deploying.`);
    return Source.data('index.html', 'This deployment was made before npm run build.');
  }
}

/** CDK's own function that copies files at deployment brings its policy with it. */
function acknowledgeDeployment(deployment: BucketDeployment, bucket: Bucket) {
  const copies = "It runs at deployment only, and copies between CDK's assets and the web bucket.";
  const assets = 'cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>';
  const target = Stack.of(deployment).getLogicalId(bucket.node.defaultChild as CfnBucket);
  const findings = [
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    anyResource,
    `IAM5[Resource::arn:<AWS::Partition>:s3:::${assets}/*]`,
    `IAM5[Resource::<${target}.Arn>/*]`,
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map((name) => `IAM5[Action::s3:${name}*]`),
  ];
  acknowledge(deployment.handlerRole.node.scope!, {
    ...Object.fromEntries(findings.map((finding) => [finding, copies])),
    L1: "Its runtime is CDK's choice and moves on with CDK.",
  });
}
