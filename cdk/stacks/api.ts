import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { alarm } from '../constructs/alarms.ts';
import { NounFunction } from '../constructs/noun-function.ts';
import type { Platform } from '../constructs/platform.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { nounFunctions, workers } from '../functions.ts';

/** The whole gateway's ceiling, in calls a second; the account's own default is 10,000 and 5,000. */
const throttle = { rateLimit: 2_000, burstLimit: 1_000 };

/** Answered by `system`: the contract's document and its page, and the sentence for a call that nobody has. */
const systemPaths = ['/api/openapi.json', '/api/docs', '/api/docs/{proxy+}', '/api/{proxy+}'];

const accessLog = JSON.stringify({
  at: '$context.requestTime',
  requestId: '$context.requestId',
  method: '$context.httpMethod',
  path: '$context.path',
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

  constructor(scope: Construct, id: string, platform: Platform, props: StackProps) {
    super(scope, id, props);
    const { settings } = platform;
    // No CORS: the browser reaches it by the CDN, under the product's own origin.
    this.api = new HttpApi(this, 'Api', {
      apiName: `Dealbell ${settings.stage}`,
      createDefaultStage: false,
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
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(accessLog),
      },
    });
    for (const noun of nounFunctions())
      new NounFunction(this, `${noun.name[0]!.toUpperCase()}${noun.name.slice(1)}`, platform, {
        ...noun,
        paths: noun.name === 'system' ? [...noun.paths, ...systemPaths] : noun.paths,
        api: this.api,
      });
    if (settings.demo) new ProductFunction(this, 'Demo', platform, workers.demo);

    alarm(this, 'ServerErrors', platform.alarms, {
      metric: stage.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      above: 5,
      description: 'The gateway answered 5xx more than five times in five minutes.',
    });
    new CfnOutput(this, 'ApiUrl', {
      value: this.api.apiEndpoint,
      description: 'The gateway, behind the CDN.',
    });
  }
}
