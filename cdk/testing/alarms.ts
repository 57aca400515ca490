import { describe, expect, it } from 'vitest';
import { dev, prod, queues } from './synthesized.ts';

type Query = {
  Expression?: string;
  MetricStat?: {
    Metric: { MetricName: string; Dimensions: { Value: { 'Fn::GetAtt': [string, string] } }[] };
  };
};

const alarms = (cloud: typeof dev) => cloud.of('AWS::CloudWatch::Alarm');
const alarmName = ({ Properties }: ReturnType<typeof alarms>[number]): string => Properties.AlarmName;
const queriesOf = ({ Properties }: ReturnType<typeof alarms>[number]): Query[] => Properties.Metrics ?? [];

describe('the alarms', () => {
  it('are a couple of dozen at most, each of which is told to the topic', () => {
    expect(alarms(dev).length).toBeLessThanOrEqual(24);
    for (const { Properties } of alarms(dev)) {
      expect(Properties.AlarmActions).toHaveLength(1);
      expect(Properties.OKActions).toHaveLength(1);
      expect(Properties.TreatMissingData).toBe('notBreaching');
    }
  });

  it('hear of failing calls and functions, of late events, journeys and carriers, and of the table', () =>
    expect(alarms(dev).map(alarmName).sort()).toEqual(
      [
        'server-errors',
        'function-errors',
        'throttled',
        'events-late',
        'journeys-late',
        'carriers-failing',
        'table-throttled',
        'cdn-errors',
        'late-render',
        'late-schedule-1',
        'late-schedule-2',
        'dead-letters-render',
        'dead-letters-schedule-1',
        'dead-letters-schedule-2',
        'dead-letters-schedule-3',
      ]
        .map((name) => `dealbell-dev-${name}`)
        .sort(),
    ));

  it('watch every queue: how long its messages wait, or whether dead letters lie in it', () => {
    const watched = (metric: string) =>
      alarms(dev).flatMap((found) =>
        queriesOf(found).flatMap(({ MetricStat }) =>
          MetricStat?.Metric.MetricName === metric
            ? [`${found.stack} ${MetricStat.Metric.Dimensions[0]!.Value['Fn::GetAtt'][0]}`]
            : [],
        ),
      );
    // What comes again is worked alone, and is told of when it ends among the dead letters.
    const isRetries = ({ id }: { id: string }) => id.includes('Retries');
    const nameOf = ({ stack, id }: { stack: string; id: string }) => `${stack} ${id}`;
    const all = dev
      .of('AWS::SQS::Queue')
      .filter((queue) => !isRetries(queue))
      .map(nameOf);
    const working = queues()
      .filter((queue) => !isRetries(queue))
      .map(nameOf);
    expect(watched('ApproximateAgeOfOldestMessage').sort()).toEqual(working.sort());
    expect(watched('ApproximateNumberOfMessagesVisible').sort()).toEqual(
      all.filter((queue) => !working.includes(queue)).sort(),
    );
  });

  it('hear of requests that the table or any of its indexes turned away', () => {
    const [found] = alarms(dev).filter((one) => alarmName(one) === 'dealbell-dev-table-throttled');
    const watched = queriesOf(found!).flatMap(({ MetricStat }) =>
      MetricStat
        ? [
            [
              MetricStat.Metric.MetricName,
              ...MetricStat.Metric.Dimensions.map(({ Value }) => Value).filter(
                (value) => typeof value === 'string',
              ),
            ].join(' '),
          ]
        : [],
    );
    expect(watched.sort()).toEqual(
      ['Read', 'Write']
        .flatMap((way) =>
          ['', ' gsi1', ' gsi2', ' gsi3', ' due'].map((index) => `${way}ThrottleEvents${index}`),
        )
        .sort(),
    );
  });

  it('take ten metrics at most, as CloudWatch does, and name each in their expression', () => {
    for (const found of alarms(dev).filter((one) => queriesOf(one).length > 0)) {
      const metrics = queriesOf(found).filter(({ MetricStat }) => MetricStat);
      const [expression] = queriesOf(found).flatMap(({ Expression }) => Expression ?? []);
      expect(metrics.length).toBeLessThanOrEqual(10);
      for (const [at] of metrics.entries()) expect(expression).toContain(`FILL(m${at}, 0) / `);
    }
  });

  it('are told to another topic when one is on that cannot wait', () => {
    const [page] = dev.of('AWS::CloudWatch::CompositeAlarm');
    const rule = JSON.stringify(page!.Properties.AlarmRule);
    for (const name of ['server-errors', 'events-late', 'journeys-late', 'table-throttled', 'throttled'])
      expect(rule).toContain(`dealbell-dev-${name}`);
    for (const name of ['carriers-failing', 'function-errors', 'cdn-errors'])
      expect(rule).not.toContain(`dealbell-dev-${name}`);
    expect(page!.Properties.AlarmActions).toHaveLength(1);
    expect(page!.Properties.AlarmActions).not.toEqual(alarms(dev)[0]!.Properties.AlarmActions);
    expect(dev.of('AWS::SNS::Topic')).toHaveLength(2);
  });

  it('hear of CloudFront only where its metrics are', () => {
    const [found] = alarms(prod).filter((one) => alarmName(one) === 'dealbell-prod-cdn-errors');
    const { Conditions } = prod.stacks.Web!.template;
    expect(Conditions[(found as unknown as { Condition: string }).Condition]).toEqual({
      'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'],
    });
  });

  it('name only metrics that the functions write', async () => {
    const names = alarms(dev)
      .filter(({ Properties }) => Properties.Namespace === 'Dealbell/dev')
      .map(({ Properties }) => Properties.MetricName);
    expect(names.sort()).toEqual(['CarrierFailures', 'FunctionErrors', 'JourneyLateness']);
  });
});

describe('the dashboard', () => {
  it('is one, and shows what an operator asks first', () => {
    const all = dev.of('AWS::CloudWatch::Dashboard');
    expect(all).toHaveLength(1);
    const body = JSON.stringify(all[0]!.Properties.DashboardBody);
    for (const shown of [
      'p50',
      'p95',
      '5xxErrorRate',
      'ApproximateAgeOfOldestMessage',
      'ReadThrottleEvents',
      'ConsumedWriteCapacityUnits',
      'JourneyLateness',
      'CarrierFailures',
      'Dealbell-dev-Render',
    ])
      expect(body).toContain(shown);
  });
});
