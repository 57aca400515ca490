import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  AlarmStatusWidget,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  type MetricOptions,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { alarmName, productMetric } from '../constructs/alarms.ts';
import type { Platform } from '../constructs/platform.ts';

const period = Duration.minutes(5);
/** CloudFront's metrics are in this region alone, whatever region the rest is in. */
const cdnRegion = 'us-east-1';

export interface Watched {
  apiId: string;
  distributionId: string;
}

/** What people look at and what wakes them: the dashboard, and the one alarm over those that cannot wait. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, platform: Platform, watched: Watched, props: StackProps) {
    super(scope, id, props);
    this.page(platform);
    this.dashboard(platform, watched);
  }

  /** Alarms are known by name, so that a stack may give one up without asking this one first. */
  private page({ settings, pagingAlarms, pages }: Platform): void {
    const composite = new CompositeAlarm(this, 'Page', {
      compositeAlarmName: alarmName(settings, 'page'),
      alarmDescription: 'Something that cannot wait: see which alarm below it is on, and docs/operations.md.',
      alarmRule: AlarmRule.anyOf(
        ...pagingAlarms.map((name) =>
          AlarmRule.fromAlarm(Alarm.fromAlarmName(this, name, name), AlarmState.ALARM),
        ),
      ),
    });
    const action = new SnsAction(pages);
    composite.addAlarmAction(action);
    composite.addOkAction(action);
  }

  private dashboard(platform: Platform, { apiId, distributionId }: Watched): void {
    const { settings, table } = platform;
    const stage = `Dealbell-${settings.stage}`;
    const api = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        dimensionsMap: { ApiId: apiId },
        statistic,
        period,
      });
    const cdn = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        region: cdnRegion,
        statistic,
        period,
      });
    const ofTable = (metricName: string, statistic = 'Sum') =>
      table.metric(metricName, { statistic, period, label: metricName } satisfies MetricOptions);
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: `dealbell-${settings.stage}` });
    const graph = (title: string, left: IMetric[], more: object = {}): IWidget =>
      new GraphWidget({ title, left, width: 8, height: 6, ...more });
    dashboard.addWidgets(
      new AlarmStatusWidget({
        title: 'Alarms',
        width: 24,
        height: 3,
        alarms: platform.alarmNames.map((name) => Alarm.fromAlarmName(this, `Of ${name}`, name)),
      }),
    );
    dashboard.addWidgets(
      graph('Calls', [api('Count', 'Sum')], { right: [api('5xx', 'Sum'), api('4xx', 'Sum')] }),
      graph('How long calls take, at the gateway (ms)', [api('Latency', 'p50'), api('Latency', 'p95')]),
      graph('CloudFront: answers that failed (%)', [cdn('5xxErrorRate', 'Average')], {
        right: [cdn('Requests', 'Sum')],
      }),
    );
    dashboard.addWidgets(
      graph('Calls by noun', [functionsOf(`${stage}-Api`, 'Invocations', 'Sum')]),
      graph('Half of each noun’s calls take (ms)', [functionsOf(`${stage}-Api`, 'Duration', 'p50')]),
      graph('95 of 100 of each noun’s calls take (ms)', [functionsOf(`${stage}-Api`, 'Duration', 'p95')]),
    );
    dashboard.addWidgets(
      graph('Functions that crashed or ran out of time', [functionsOf(stage, 'Errors', 'Sum')]),
      graph('Errors in the logs', [productMetric(settings, 'FunctionErrors', 'Sum')], {
        right: [new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period })],
      }),
      graph('Functions at work in the account', [
        new Metric({
          namespace: 'AWS/Lambda',
          metricName: 'ConcurrentExecutions',
          statistic: 'Maximum',
          period,
        }),
      ]),
    );
    dashboard.addWidgets(
      graph('The oldest message of each queue (s)', [queuesOf(stage, 'ApproximateAgeOfOldestMessage')]),
      graph('Dead letters', [queuesOf(`${stage} DeadLetters`, 'ApproximateNumberOfMessagesVisible')]),
      graph('Events leave the table late by (ms)', [
        functionsOf(`${stage}-Schedule`, 'IteratorAge', 'Maximum'),
      ]),
    );
    dashboard.addWidgets(
      graph('The table: units read and written', [
        ofTable('ConsumedReadCapacityUnits'),
        ofTable('ConsumedWriteCapacityUnits'),
      ]),
      graph('The table: requests turned away', [
        ofTable('ReadThrottleEvents'),
        ofTable('WriteThrottleEvents'),
      ]),
      graph('The renderer (ms)', [functionsOf(`${stage}-Render`, 'Duration', 'p95')], {
        right: [functionsOf(`${stage}-Render`, 'Invocations', 'Sum')],
      }),
    );
    dashboard.addWidgets(
      graph('Steps of journeys are late by (s)', [productMetric(settings, 'JourneyLateness', 'Maximum')]),
      graph('Carriers that failed', [
        productMetric(settings, 'CarrierFailures', 'Sum'),
        ...['sms', 'email', 'call'].map((channel) =>
          productMetric(settings, 'CarrierFailures', 'Sum').with({
            dimensionsMap: { channel },
            label: channel,
          }),
        ),
      ]),
    );
    new CfnOutput(this, 'DashboardName', {
      value: dashboard.dashboardName,
      description: 'The dashboard in CloudWatch.',
    });
  }
}

/*
 * By words of their names, which CloudFormation makes of the stack's and the resource's: a new function or queue is
 * there by itself, and none that goes away has to ask this stack first.
 */
const search = (where: string, words: string, metricName: string, statistic: string) =>
  new MathExpression({
    expression: `SEARCH('{${where}} MetricName="${metricName}" ${words}', '${statistic}', ${period.toSeconds()})`,
    usingMetrics: {},
    label: '',
    period,
  });
const functionsOf = (words: string, metricName: string, statistic: string) =>
  search('AWS/Lambda,FunctionName', words, metricName, statistic);
const queuesOf = (words: string, metricName: string) =>
  search('AWS/SQS,QueueName', words, metricName, 'Maximum');
