import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { AccountPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { acknowledge, anyQueue } from '../constructs/acknowledge.ts';
import { alarm, productMetric } from '../constructs/alarms.ts';
import { NounFunction } from '../constructs/noun-function.ts';
import { exchangeQueues, exchangeQueuesArn, type Platform } from '../constructs/platform.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { nounFunctions } from '../functions.ts';
import type { Settings } from '../settings.ts';
import { workers } from '../workers.ts';

type ApiDomain = NonNullable<Settings['apiDomain']>;

/** The whole gateway's ceiling, in calls a second; the account's own default is 10,000 and 5,000. */
const throttle = { rateLimit: 2_000, burstLimit: 1_000 };

/** Answered by `system`: the contract's document and its page, and the sentence for a call that nobody has. */
const systemPaths = ['/api/openapi.json', '/api/docs', '/api/docs/{proxy+}', '/api/{proxy+}'];

const accessLog = JSON.stringify({
  at: '$context.requestTime',
  requestId: '$context.requestId',
  method: '$context.httpMethod',
  // Never the path: it may be a capability, as a webhook's address or the link that ends a subscription is.
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  error: '$context.integrationErrorMessage',
});

/** The HTTP gateway and one function for each noun of the contract. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  private domain?: string;

  constructor(scope: Construct, id: string, platform: Platform, props: StackProps) {
    super(scope, id, props);
    const { settings } = platform;
    // No CORS: the browser reaches it by the CDN, under the product's own origin.
    this.api = new HttpApi(this, 'Api', {
      apiName: `Dealbell ${settings.stage}`,
      createDefaultStage: false,
      // AWS's own address of it can be closed only where it has another, by which the CDN reaches it.
      disableExecuteApiEndpoint: settings.apiDomain !== undefined,
    });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: settings.keep ? RetentionDays.THREE_MONTHS : RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      detailedMetricsEnabled: true,
      domainMapping: settings.apiDomain && { domainName: this.ownDomain(settings.apiDomain, settings) },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(accessLog),
      },
    });
    // On one's own machine there is no STS: bridges fetch their messages by the product.
    if (!settings.sandboxUrl) platform.bridgeRole = this.bridgeRole(settings);
    for (const noun of nounFunctions())
      new NounFunction(this, `${noun.name[0]!.toUpperCase()}${noun.name.slice(1)}`, platform, {
        ...noun,
        reserved: noun.name === 'auth' ? settings.reservedSignIn : undefined,
        paths: noun.name === 'system' ? [...noun.paths, ...systemPaths] : noun.paths,
        api: this.api,
      });
    if (settings.demo) new ProductFunction(this, 'Demo', platform, workers.demo);

    alarm(this, 'ServerErrors', platform, {
      name: 'server-errors',
      pages: true,
      metric: stage.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      above: 5,
      description: 'The gateway answered 5xx more than five times in five minutes.',
    });
    alarm(this, 'FunctionErrors', platform, {
      name: 'function-errors',
      metric: productMetric(settings, 'FunctionErrors', 'Sum'),
      above: 3,
      description:
        'More than three errors in five minutes in the logs of the functions: look for level ERROR.',
    });
    alarm(this, 'Throttled', platform, {
      name: 'throttled',
      pages: true,
      // Of the account, whose concurrency it is that is used up.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      above: 0,
      description: 'Lambda turned calls away: the concurrency of the account is used up.',
    });
    new CfnOutput(this, 'ApiUrl', {
      value: this.domain ?? this.api.apiEndpoint,
      description: 'The gateway, which answers the CDN alone.',
    });
  }

  /** The host name by which the CDN reaches the gateway. */
  get host(): string {
    return this.domain ?? Fn.select(2, Fn.split('/', this.api.apiEndpoint));
  }

  /** What bridges beside exchanges read their queues as; the function that enrols them narrows it to one. */
  private bridgeRole(settings: Settings): Role {
    const role = new Role(this, 'BridgeRole', {
      description: 'Fetches the commands of an exchange.',
      assumedBy: new AccountPrincipal(this.account),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
        resources: [exchangeQueuesArn(this, settings)],
      }),
    );
    acknowledge(role, {
      [anyQueue(role, exchangeQueues(settings))]:
        'A session of it is narrowed to the one queue of its bridge.',
    });
    return role;
  }

  private ownDomain({ name, certificateArn }: ApiDomain, { hostedZone }: Settings): DomainName {
    this.domain = name;
    const domainName = new DomainName(this, 'Domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
    });
    if (hostedZone && name.endsWith(`.${hostedZone.name}`))
      new ARecord(this, 'Address', {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', {
          hostedZoneId: hostedZone.id,
          zoneName: hostedZone.name,
        }),
        recordName: name,
        target: RecordTarget.fromAlias(
          new ApiGatewayv2DomainProperties(domainName.regionalDomainName, domainName.regionalHostedZoneId),
        ),
      });
    else
      new CfnOutput(this, 'ApiDomainTarget', {
        value: domainName.regionalDomainName,
        description: `What ${name} must be a CNAME record of before the CDN can reach the gateway.`,
      });
    return domainName;
  }
}
