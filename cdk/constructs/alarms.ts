import { Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { Platform } from './platform.ts';

export interface AlarmSpec {
  /** Of the alarm itself, after the stage's: the alarm that pages people names the others. */
  name: string;
  metric: Metric | MathExpression;
  /** Told when the metric is above this in `periods` periods one after another. */
  above: number;
  periods?: number;
  description: string;
  /** It is not made everywhere, so nothing names it. */
  unnamed?: boolean;
  /** What cannot wait until somebody reads their mail. */
  pages?: boolean;
}

export const alarmName = ({ stage }: Settings, name: string): string => `dealbell-${stage}-${name}`;

/** What the product tells of itself: lines of its functions' logs that CloudWatch counts. */
export const productMetric = (settings: Settings, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: metricNamespace(settings),
    metricName,
    statistic,
    period: Duration.minutes(5),
  });

/** As `functions/kernel/metrics.ts` names it. */
export const metricNamespace = ({ stage }: Settings): string => `Dealbell/${stage}`;

/** An alarm that is told to the topic, and again when all is well; silence counts as well. */
export function alarm(scope: Construct, id: string, platform: Platform, spec: AlarmSpec): Alarm {
  const name = alarmName(platform.settings, spec.name);
  const made = spec.metric.createAlarm(scope, id, {
    alarmName: name,
    threshold: spec.above,
    evaluationPeriods: spec.periods ?? 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: spec.description,
  });
  const action = new SnsAction(platform.alarms);
  made.addAlarmAction(action);
  made.addOkAction(action);
  if (!spec.unnamed) platform.alarmNames.push(name);
  if (spec.pages) platform.pagingAlarms.push(name);
  return made;
}

/** CloudWatch takes ten metrics in one alarm. */
const metricsOfAlarm = 10;

export interface Part {
  metric: IMetric;
  /** What of it counts as 1: the alarm is told when the greatest is above 1. */
  limit: number;
}

/**
 * As few alarms as watch all the metrics: each is told when the greatest of its ten, in parts of its own limit, is
 * above 1. Which one it is stands on the dashboard. CloudWatch bills each metric all the same; it is people who are
 * told once and not ten times.
 */
export function alarmOnGreatest(
  scope: Construct,
  id: string,
  platform: Platform,
  parts: Part[],
  spec: Omit<AlarmSpec, 'metric' | 'above'>,
): void {
  for (let at = 0; at < parts.length; at += metricsOfAlarm) {
    const some = parts.slice(at, at + metricsOfAlarm);
    const number = parts.length > metricsOfAlarm ? at / metricsOfAlarm + 1 : undefined;
    alarm(scope, `${id}${number ?? ''}`, platform, {
      ...spec,
      name: number ? `${spec.name}-${number}` : spec.name,
      above: 1,
      metric: new MathExpression({
        // A queue that nobody has used for hours reports nothing at all.
        expression: `MAX([${some.map(({ limit }, n) => `FILL(m${n}, 0) / ${limit}`).join(', ')}])`,
        usingMetrics: Object.fromEntries(some.map(({ metric }, n) => [`m${n}`, metric])),
        label: spec.name,
        period: Duration.minutes(1),
      }),
    });
  }
}
