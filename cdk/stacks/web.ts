import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Aws,
  CfnCondition,
  CfnOutput,
  Duration,
  Fn,
  SecretValue,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type CfnAlarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { originHeader } from '#shared/model/origin-header.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { alarm } from '../constructs/alarms.ts';
import { FirstAdminLink } from '../constructs/first-admin-link.ts';
import { type Platform, publicUrlParameter } from '../constructs/platform.ts';
import { logBucket } from '../constructs/private-bucket.ts';
import { type HeaderPolicies, headerPolicies, mediaSeconds } from '../constructs/security-headers.ts';
import { WebFiles } from '../constructs/web-files.ts';
import { root, type Settings } from '../settings.ts';

/** Public signs stay fresh for this long (the specification's five minutes). */
const signSeconds = 300;
/** How long a copy may be served while the origin is down; CloudFront keeps none longer than the greatest TTL. */
const staleDays = 7;

/** Which behaviour answered stands for the path. */
const cdnLogFields = [
  'date',
  'time',
  'x-edge-location',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'x-edge-result-type',
  'x-edge-request-id',
  'cs-protocol-version',
  'cs(User-Agent)',
  'cache-behavior-path-pattern',
];

/** As `functions/auth/cookie.ts` names them. */
const signInCookies = ['dealbell_refresh', 'dealbell_devices'];

/** The CDN before everything a browser loads: the application, public signs, media, and the gateway. */
export class WebStack extends Stack {
  private readonly platform: Platform;
  readonly distributionId: string;

  constructor(scope: Construct, id: string, platform: Platform, apiHost: string, props: StackProps) {
    super(scope, id, props);
    this.platform = platform;
    const { settings } = platform;
    const logs = logBucket(this, 'Logs', settings);
    const web = new WebFiles(this, 'Web', settings, logs);
    const distribution = this.distribution(web.bucket, apiHost);
    this.distributionId = distribution.distributionId;
    if (settings.webDeployment) web.deploy(distribution);
    this.records(distribution, settings);
    this.watch(distribution);
    if (settings.cdnLogs) this.accessLogs(distribution, logs);
    const own = `https://${distribution.distributionDomainName}`;
    const url = settings.publicUrl || own;
    const firstAdmin = new FirstAdminLink(this, 'FirstAdmin', platform, url);
    if (!settings.publicUrl)
      // Before the function that makes the link is asked for it: functions read the address when they start.
      firstAdmin.node.addDependency(
        new StringParameter(this, 'PublicUrl', {
          parameterName: publicUrlParameter(settings),
          stringValue: own,
          description: 'Where people reach the product; functions read it when they start.',
        }),
      );
    new CfnOutput(this, 'Url', {
      value: url,
      description: 'Where people reach the product.',
    });
  }

  private distribution(web: Bucket, apiHost: string): Distribution {
    const { settings, files, push } = this.platform;
    const edge = new EdgeFunction(this, 'ViewerRequest', {
      code: FunctionCode.fromInline(viewerRequestCode(settings)),
      runtime: FunctionRuntime.JS_2_0,
      comment: 'Pages of the application; host, caller and size of calls',
    });
    const headers = headerPolicies(this, settings, {
      filesDomain: files.bucketRegionalDomainName,
      pushOrigin: push!.realtimeUrl,
    });
    const webOrigin = S3BucketOrigin.withOriginAccessControl(web);
    const behaviours = this.behaviours(
      {
        web: webOrigin,
        api: new HttpOrigin(apiHost, {
          readTimeout: Duration.seconds(30),
          // CloudFront writes it over whatever a viewer sends under this name.
          customHeaders: { [originHeader]: this.originSecret() },
        }),
        // By its name, so that the origin does not write this distribution into the bucket's policy.
        files: S3BucketOrigin.withOriginAccessControl(
          Bucket.fromBucketAttributes(this, 'Files', {
            bucketName: files.bucketName,
            bucketRegionalDomainName: files.bucketRegionalDomainName,
          }),
        ),
      },
      headers,
      edge,
    );
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Dealbell ${settings.stage}`,
      ...behaviours,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      webAclId: settings.webAclArn,
      ...(settings.domainName && settings.certificateArn
        ? {
            domainNames: domainsOf(settings),
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn),
          }
        : {}),
    });
    Validations.of(distribution).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason: 'The data stack admits the CDN to media/* in the policy of its own bucket.',
    });
    acknowledge(distribution, {
      CFR1: 'Signs and teams may be in any country.',
      ...(settings.webAclArn
        ? {}
        : { CFR2: 'A firewall has a price of its own: context webAclArn puts one before everything.' }),
      // cdk-nag knows the older kind of logs only.
      CFR3: "They hold every path, which may be a webhook's secret address: context cdnLogs makes newer ones without.",
      ...(settings.certificateArn
        ? {}
        : {
            CFR4: "CloudFront's own domain takes no other protocol setting: context domainName brings TLS 1.2.",
          }),
    });
    return distribution;
  }

  /**
   * CloudFront's newer access logs, whose fields can be chosen: without path, query, referrer and cookies, each of which
   * may hold what lets its reader in. Their source can be made in us-east-1 alone.
   */
  private accessLogs({ distributionArn }: Distribution, logs: Bucket) {
    const name = `dealbell-${this.platform.settings.stage}-cdn`;
    const source = new CfnDeliverySource(this, 'CdnLogs', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'CdnLogBucket', {
      name,
      destinationResourceArn: logs.bucketArn,
      outputFormat: 'json',
    });
    new CfnDelivery(this, 'CdnLogDelivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: cdnLogFields,
    }).addResourceDependency(source);
    logs.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [logs.arnForObjects(`AWSLogs/${this.account}/*`)],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account, 's3:x-amz-acl': 'bucket-owner-full-control' },
        },
      }),
    );
  }

  /** CloudFront's metrics are in us-east-1 alone, and an alarm hears those of its own region. */
  private watch({ distributionId }: Distribution) {
    const made = alarm(this, 'CdnErrors', this.platform, {
      name: 'cdn-errors',
      unnamed: true,
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        statistic: 'Average',
        period: Duration.minutes(5),
      }),
      above: 5,
      periods: 2,
      description: 'More than 5 % of CloudFront’s answers failed for ten minutes.',
    });
    (made.node.defaultChild as CfnAlarm).cfnOptions.condition = new CfnCondition(this, 'InVirginia', {
      expression: Fn.conditionEquals(Aws.REGION, 'us-east-1'),
    });
  }

  /** Resolved by CloudFormation when the distribution is deployed: the template itself holds no secret. */
  private originSecret(): string {
    const { originSecret, settings } = this.platform;
    return SecretValue.secretsManager(originSecret.secretArn, {
      versionId: settings.originSecretVersion,
    }).unsafeUnwrap();
  }

  private behaviours(
    origin: Record<'web' | 'api' | 'files', IOrigin>,
    headers: HeaderPolicies,
    edge: EdgeFunction,
  ): { defaultBehavior: BehaviorOptions; additionalBehaviors: Record<string, BehaviorOptions> } {
    const viewerProtocolPolicy = ViewerProtocolPolicy.REDIRECT_TO_HTTPS;
    const functionAssociations = [{ function: edge, eventType: FunctionEventType.VIEWER_REQUEST }];
    const page = {
      origin: origin.web,
      viewerProtocolPolicy,
      functionAssociations,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    };
    const calls = this.callRequest(
      'CallRequest',
      'Calls, without cookies',
      OriginRequestCookieBehavior.none(),
    );
    const signIn = this.callRequest(
      'SignInRequest',
      'Sign-in, with its own cookies',
      OriginRequestCookieBehavior.allowList(...signInCookies),
    );
    return {
      defaultBehavior: { ...page, responseHeadersPolicy: headers.app },
      // In this order: the first pattern that fits a path has it.
      additionalBehaviors: {
        '/assets/*': {
          origin: origin.web,
          viewerProtocolPolicy,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: headers.assets,
        },
        '/s/*': { ...page, responseHeadersPolicy: headers.sign },
        '/media/*': {
          origin: origin.files,
          viewerProtocolPolicy,
          cachePolicy: this.mediaCache(),
          responseHeadersPolicy: headers.media,
        },
        // Forms of a sign: sent by visitors, never cached, counted by their address.
        '/api/content/public/*/*': this.calls(origin.api, headers, functionAssociations, calls),
        '/api/content/public/*': {
          origin: origin.api,
          viewerProtocolPolicy,
          functionAssociations,
          cachePolicy: this.signCache(),
          originRequestPolicy: new OriginRequestPolicy(this, 'SignRequest', {
            comment: 'Nothing of who asks: the answer is for everybody',
            headerBehavior: OriginRequestHeaderBehavior.allowList('x-forwarded-host'),
            cookieBehavior: OriginRequestCookieBehavior.none(),
            queryStringBehavior: OriginRequestQueryStringBehavior.none(),
          }),
          responseHeadersPolicy: headers.api,
        },
        // The refresh token's cookie goes to sign-in and nowhere else. A trial's first session is set there too.
        '/api/auth/*': this.calls(origin.api, headers, functionAssociations, signIn),
        '/api/trial/*': this.calls(origin.api, headers, functionAssociations, signIn),
        '/api/*': this.calls(origin.api, headers, functionAssociations, calls),
      },
    };
  }

  /** Everything of the viewer but the host, which must be the gateway's, and cookies, of which only those named. */
  private callRequest(
    id: string,
    comment: string,
    cookies: OriginRequestCookieBehavior,
  ): OriginRequestPolicy {
    return new OriginRequestPolicy(this, id, {
      comment,
      headerBehavior: OriginRequestHeaderBehavior.denyList('host'),
      cookieBehavior: cookies,
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    });
  }

  private calls(
    origin: IOrigin,
    headers: HeaderPolicies,
    functionAssociations: FunctionAssociation[],
    originRequestPolicy: OriginRequestPolicy,
  ): BehaviorOptions {
    return {
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy,
      responseHeadersPolicy: headers.api,
    };
  }

  /** Five minutes unless the origin says otherwise; `v` asks for a version, so a new one is seen at once. */
  private signCache(): CachePolicy {
    return new CachePolicy(this, 'SignCache', {
      comment: 'Public signs',
      defaultTtl: Duration.seconds(signSeconds),
      minTtl: Duration.seconds(0),
      maxTtl: Duration.days(staleDays),
      queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  /** A file that was deleted is gone within a minute, whatever the file said of itself when it was stored. */
  private mediaCache(): CachePolicy {
    return new CachePolicy(this, 'MediaCache', {
      comment: 'Uploaded files',
      defaultTtl: Duration.seconds(mediaSeconds),
      minTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(mediaSeconds),
    });
  }

  private records(distribution: Distribution, settings: Settings) {
    const { hostedZone } = settings;
    if (!hostedZone) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    const [domainName, signDomainName] = domainsOf(settings);
    new ARecord(this, 'Address', { zone, target, recordName: domainName });
    new AaaaRecord(this, 'AddressV6', { zone, target, recordName: domainName });
    if (!signDomainName) return;
    new ARecord(this, 'SignAddress', { zone, target, recordName: signDomainName });
    new AaaaRecord(this, 'SignAddressV6', { zone, target, recordName: signDomainName });
  }
}

/** The domains of the distribution: the application's, then that of signs where it is another. */
const domainsOf = ({ domainName, signDomainName }: Settings): string[] =>
  [domainName, signDomainName].filter((name) => name !== undefined);

/** The function at the edge, told which host is that of signs alone. */
function viewerRequestCode({ publicUrl, signUrl }: Settings): string {
  const code = readFileSync(join(root, 'cdk/edge/viewer-request.js'), 'utf8');
  const signHost = signUrl === publicUrl ? '' : new URL(signUrl).host;
  return code.replace("const signHost = '';", `const signHost = '${signHost}';`);
}
