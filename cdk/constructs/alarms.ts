import { type Alarm, ComparisonOperator, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface AlarmSpec {
  metric: Metric;
  /** Told when the metric is above this in `periods` periods one after another. */
  above: number;
  periods?: number;
  description: string;
}

/** An alarm that is told to the topic, and again when all is well; silence counts as well. */
export function alarm(scope: Construct, id: string, topic: Topic, spec: AlarmSpec): Alarm {
  const made = spec.metric.createAlarm(scope, id, {
    threshold: spec.above,
    evaluationPeriods: spec.periods ?? 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: spec.description,
  });
  const action = new SnsAction(topic);
  made.addAlarmAction(action);
  made.addOkAction(action);
  return made;
}
