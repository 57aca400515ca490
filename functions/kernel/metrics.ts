import { clock } from './clock.ts';

/** What the product counts of itself, with its unit. `cdk/` puts alarms and graphs on these names. */
const units = {
  /** How long the longest due step of a journey had been due when it was found. */
  JourneyLateness: 'Seconds',
  /** A carrier, mail server or exchange that could not be reached or did not take a message over. */
  CarrierFailures: 'Count',
} as const;

type MetricName = keyof typeof units;

/**
 * Counts something, as a line of the log in CloudWatch's embedded metric format, which costs no call. With `channel`
 * it is counted for that channel as well. A line of `console` would have a time in front, and be no metric.
 * Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function count(name: MetricName, value: number, channel?: 'sms' | 'email' | 'call'): void {
  const line = {
    _aws: {
      Timestamp: clock.now(),
      CloudWatchMetrics: [
        {
          Namespace: `Dealbell/${process.env.STAGE ?? 'local'}`,
          Dimensions: channel ? [[], ['channel']] : [[]],
          Metrics: [{ Name: name, Unit: units[name] }],
        },
      ],
    },
    ...(channel ? { channel } : {}),
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
