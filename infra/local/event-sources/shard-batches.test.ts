import { describe, expect, it } from 'vitest';
import type { InvokeResult } from '../functions/types.ts';
import type { Properties } from '../template/types.ts';
import { mappingOf } from './mapping.ts';
import { ShardBatches, type ShardRecord } from './shard-batches.ts';

const ok = (value: unknown = null): InvokeResult => ({
  ok: true,
  payload: JSON.stringify(value),
  requestId: '1',
});
const failed: InvokeResult = {
  ok: false,
  requestId: '1',
  failure: { errorType: 'Error', errorMessage: 'no' },
};
const dead = 'arn:aws:sqs:us-east-1:000000000000:dead';
const at = Date.parse('2026-11-20T08:00:00Z');

/** Works records named by letters; answers what the function was given, and what was kept and given up. */
async function work(
  letters: string,
  invoke: (batch: string, calls: number) => InvokeResult,
  properties: Properties = {},
  now = at,
) {
  const calls: string[] = [];
  const checkpoints: string[] = [];
  const given: { condition: string; start: string; end: string; size: number }[] = [];
  const waits: number[] = [];
  const batches = new ShardBatches({
    mapping: mappingOf({
      ref: 'mapping',
      properties: {
        EventSourceArn: 'stream',
        FunctionName: 'f',
        DestinationConfig: { OnFailure: { Destination: dead } },
        ...properties,
      },
    } as never),
    shardId: 'shard',
    streamArn: 'stream',
    invoke: async (_, event) => {
      const batch = (event as { Records: { letter: string }[] }).Records.map(({ letter }) => letter).join('');
      calls.push(batch);
      return invoke(batch, calls.length);
    },
    destination: async (arn, body) => {
      expect(arn).toBe(dead);
      const { requestContext, DDBStreamBatchInfo: info } = JSON.parse(body);
      given.push({
        condition: requestContext.condition,
        start: info.startSequenceNumber,
        end: info.endSequenceNumber,
        size: info.batchSize,
      });
    },
    now: () => now,
    checkpoint: (sequence) => checkpoints.push(sequence),
    pause: async (ms) => void waits.push(ms),
    signal: new AbortController().signal,
    log: () => undefined,
  });
  const records = [...letters].map(
    (letter): ShardRecord => ({
      sequence: letter.toLowerCase(),
      at: new Date(at),
      event: { letter },
      wanted: letter === letter.toLowerCase(),
    }),
  );
  await batches.work(records);
  return { calls, checkpoint: checkpoints.at(-1), checkpoints, given, waits };
}

const reporting = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
const failingAt = (letter: string) => ok({ batchItemFailures: [{ itemIdentifier: letter }] });

describe('records of a shard', () => {
  it('are handed over in order, and kept as done', async () => {
    expect(await work('abc', () => ok())).toMatchObject({ calls: ['abc'], checkpoint: 'c', given: [] });
  });

  it('are passed over when no filter wants them', async () => {
    expect(await work('aBc', () => ok())).toMatchObject({ calls: ['ac'], checkpoint: 'c' });
    expect(await work('AB', () => ok())).toMatchObject({ calls: [], checkpoint: 'b' });
  });

  it('are tried again as a whole, with growing waits, when the function fails', async () => {
    const result = await work('ab', (_, calls) => (calls < 4 ? failed : ok()));
    expect(result).toMatchObject({
      calls: ['ab', 'ab', 'ab', 'ab'],
      checkpoint: 'b',
      waits: [200, 400, 800],
    });
  });

  it('go on from the first that failed, and no later one overtakes it', async () => {
    const result = await work('abcd', (batch) => (batch === 'abcd' ? failingAt('c') : ok()), reporting);
    expect(result).toMatchObject({ calls: ['abcd', 'cd'], checkpoints: ['b', 'd', 'd'] });
  });

  it('are halved until the bad one is alone, which is then given up', async () => {
    const bad = (batch: string) => (batch.includes('c') ? failed : ok());
    const result = await work('abcd', bad, { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 3 });
    expect(result.calls).toEqual(['abcd', 'ab', 'cd', 'c', 'c', 'd']);
    expect(result).toMatchObject({
      checkpoint: 'd',
      given: [{ condition: 'RetryAttemptsExhausted', start: 'c', end: 'c', size: 1 }],
    });
  });

  it('are given up after the attempts of the mapping, and described to the destination', async () => {
    const result = await work('ab', () => failed, { MaximumRetryAttempts: 1 });
    expect(result).toMatchObject({
      calls: ['ab', 'ab'],
      checkpoint: 'b',
      given: [{ condition: 'RetryAttemptsExhausted', start: 'a', end: 'b', size: 2 }],
    });
  });

  it('are given up when they are too old', async () => {
    const result = await work('ab', () => ok(), { MaximumRecordAgeInSeconds: 60 }, at + 61_000);
    expect(result).toMatchObject({
      calls: [],
      checkpoint: 'b',
      given: [{ condition: 'RecordAgeExceeded', size: 2 }],
    });
  });
});
