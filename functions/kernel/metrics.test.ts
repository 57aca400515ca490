import { afterEach, expect, it, vi } from 'vitest';
import { setClock } from './clock.ts';
import { count } from './metrics.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('a count is one line of CloudWatch’s embedded metric format, with nothing in front of it', () => {
  vi.stubEnv('STAGE', 'prod');
  const turnBack = setClock(() => 1_770_000_000_000);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  count('CarrierFailures', 1, 'sms');
  count('JourneyLateness', 90);
  turnBack();
  const lines = write.mock.calls.map(([line]) => String(line));
  expect(lines.every((line) => line.startsWith('{"_aws"') && line.endsWith('}\n'))).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      _aws: {
        Timestamp: 1_770_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'Dealbell/prod',
            Dimensions: [[], ['channel']],
            Metrics: [{ Name: 'CarrierFailures', Unit: 'Count' }],
          },
        ],
      },
      channel: 'sms',
      CarrierFailures: 1,
    },
    {
      _aws: {
        Timestamp: 1_770_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'Dealbell/prod',
            Dimensions: [[]],
            Metrics: [{ Name: 'JourneyLateness', Unit: 'Seconds' }],
          },
        ],
      },
      JourneyLateness: 90,
    },
  ]);
});
