import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchDir } from '../aws-testing.ts';
import type { InvokeResult } from '../functions/types.ts';
import { createSqs, type Sqs } from '../sqs/index.ts';
import type { Properties } from '../template/types.ts';
import { mappingOf } from './mapping.ts';
import { type Source, startQueueSource } from './queue-source.ts';

const arn = 'arn:aws:sqs:us-east-1:000000000000:work';
const ok = (value: unknown): InvokeResult => ({
  ok: true,
  payload: JSON.stringify(value) ?? 'null',
  requestId: '1',
});
const failed: InvokeResult = {
  ok: false,
  requestId: '1',
  failure: { errorType: 'Error', errorMessage: 'no' },
};

interface Record_ {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: Record<string, string>;
  eventSourceARN: string;
  messageAttributes: Record<string, { stringValue: string }>;
}
type Work = (records: Record_[]) => InvokeResult | Promise<InvokeResult>;

let scratch: ReturnType<typeof scratchDir>;
let sqs: Sqs;
let now: number;
let sources: Source[];

function open() {
  sqs = createSqs({ stateDir: scratch.dir, clock: () => new Date(now) });
  sqs.ensureQueue('dead');
  sqs.ensureQueue('work', {
    VisibilityTimeout: '30',
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
      maxReceiveCount: 2,
    }),
  });
}

beforeEach(() => {
  scratch = scratchDir();
  now = Date.parse('2026-11-20T08:00:00Z');
  sources = [];
  open();
});
afterEach(async () => {
  await close();
  scratch.remove();
});

async function close() {
  await Promise.all(sources.map((source) => source.stop()));
  sources = [];
  sqs.close();
}

/** Runs a mapping on the queue; answers the batches that the function was given. */
function run(work: Work, properties: Properties = {}, concurrency = 1): Record_[][] {
  const batches: Record_[][] = [];
  const resource = {
    ref: 'mapping',
    properties: { EventSourceArn: arn, FunctionName: 'worker', ...properties },
  };
  sources.push(
    startQueueSource({
      mapping: mappingOf(resource as never),
      sqs,
      region: 'us-east-1',
      concurrency,
      now: () => now,
      log: () => undefined,
      allowsLoops: false,
      fault: () => undefined,
      invoke: async (_, event) => {
        const records = (event as { Records: Record_[] }).Records;
        batches.push(records);
        return work(records);
      },
    }),
  );
  return batches;
}

const send = (...bodies: string[]) => bodies.map((body) => sqs.send('work', { body }).MessageId);
const inWork = () => {
  const { visible, inFlight, delayed } = sqs.stats('work');
  return visible + inFlight + delayed;
};
const bodies = (batches: Record_[][]) => batches.map((batch) => batch.map(({ body }) => body).sort());
const passTime = (seconds: number) => {
  now += seconds * 1000;
  sqs.tick();
};
const reporting = { FunctionResponseTypes: ['ReportBatchItemFailures'] };

describe('a queue as event source', () => {
  it('hands over messages in Lambda’s form and deletes what was done', async () => {
    sqs.send('work', { body: 'one', attributes: { kind: { DataType: 'String', StringValue: 'lead' } } });
    const batches = run(() => ok(null));
    await expect.poll(inWork).toBe(0);
    expect(batches[0]![0]).toMatchObject({
      body: 'one',
      eventSourceARN: arn,
      attributes: { ApproximateReceiveCount: '1' },
      messageAttributes: { kind: { stringValue: 'lead', dataType: 'String' } },
    });
  });

  it('gathers no more than the batch size', async () => {
    send('1', '2', '3', '4', '5');
    const batches = run(() => ok(null), { BatchSize: 2 });
    await expect.poll(inWork).toBe(0);
    expect(batches.map((batch) => batch.length)).toEqual([2, 2, 1]);
  });

  it('waits for the window to fill a batch above ten', async () => {
    send(...Array.from({ length: 12 }, (_, at) => String(at)));
    const batches = run(() => ok(null), { BatchSize: 50, MaximumBatchingWindowInSeconds: 5 });
    // The first ten are there; the window is open for the rest.
    await expect.poll(() => sqs.stats('work')).toMatchObject({ visible: 0, inFlight: 12 });
    expect(batches).toEqual([]);
    passTime(5);
    await expect.poll(inWork).toBe(0);
    expect(batches.map((batch) => batch.length)).toEqual([12]);
  });

  it('shows a batch that failed again after the visibility time-out, then gives it to the dead letters', async () => {
    send('bad');
    const batches = run(() => failed);
    await expect.poll(() => batches.length).toBe(1);
    passTime(29);
    expect(batches).toHaveLength(1);
    passTime(1);
    await expect.poll(() => batches.length).toBe(2);
    passTime(30);
    await expect.poll(inWork).toBe(0);
    expect(await sqs.receive('dead', 10)).toMatchObject([{ body: 'bad' }]);
    expect(batches).toHaveLength(2);
  });

  it('shows only what the function named again', async () => {
    const ids = send('good', 'bad');
    const batches = run((records) => {
      const bad = records
        .filter(({ body }) => body === 'bad')
        .map(({ messageId }) => ({ itemIdentifier: messageId }));
      return ok({ batchItemFailures: batches.length === 1 ? bad : [] });
    }, reporting);
    await expect.poll(inWork).toBe(1);
    passTime(30);
    await expect.poll(inWork).toBe(0);
    expect(bodies(batches)).toEqual([['bad', 'good'], ['bad']]);
    expect(ids).toHaveLength(2);
  });

  it.each([{ batchItemFailures: [{ itemIdentifier: 'nobody' }] }, { batchItemFailures: [{}] }, 'text'])(
    'takes the answer %j for a failure of all',
    async (answer) => {
      send('one', 'two');
      const batches = run(() => ok(batches.length === 1 ? answer : null), reporting);
      await expect.poll(() => batches.length).toBe(1);
      await expect
        .poll(() => {
          passTime(30);
          return batches.length;
        })
        .toBe(2);
      expect(batches[1]).toHaveLength(2);
    },
  );

  it('deletes what no filter wants', async () => {
    send(JSON.stringify({ kind: 'a' }), JSON.stringify({ kind: 'b' }), 'not json');
    const batches = run(() => ok(null), {
      FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["a"]}}' }] },
    });
    await expect.poll(inWork).toBe(0);
    expect(bodies(batches)).toEqual([['{"kind":"a"}']]);
  });

  it('works no more batches at once than allowed', async () => {
    send('1', '2', '3', '4');
    let running = 0;
    let most = 0;
    run(
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        return ok(null);
      },
      { BatchSize: 1 },
      2,
    );
    await expect.poll(inWork).toBe(0);
    expect(most).toBe(2);
  });

  /** A worker that never answers, and a process that is killed meanwhile. */
  async function killedAtWork(beforeDeath: (receipt: string) => void = () => undefined) {
    send('interrupted');
    let release: (result: InvokeResult) => void = () => undefined;
    const before = run(() => new Promise((resolve) => (release = resolve)));
    await expect.poll(() => before.length).toBe(1);
    beforeDeath(before[0]![0]!.receiptHandle);
    // Nothing more of this poller reaches the files, as after a kill.
    const [killed] = sources.splice(0);
    sqs.close();
    open();
    const bury = async () => {
      release(failed);
      await killed!.stop();
    };
    return { bury, after: run(() => ok(null)) };
  }

  it('hides what a killed process was working on until the visibility time-out, as AWS does', async () => {
    const { after, bury } = await killedAtWork();
    passTime(29);
    expect(sqs.stats('work')).toMatchObject({ visible: 0, inFlight: 1 });
    expect(after).toEqual([]);
    passTime(1);
    await expect.poll(() => after.length).toBe(1);
    expect(after[0]![0]).toMatchObject({ body: 'interrupted', attributes: { ApproximateReceiveCount: '2' } });
    await bury();
  });

  it('shows it as soon as the time is over that its worker had said last', async () => {
    const { after, bury } = await killedAtWork((receipt) => sqs.release('work', receipt, 5));
    passTime(4);
    expect(sqs.stats('work')).toMatchObject({ visible: 0, inFlight: 1 });
    passTime(1);
    await expect.poll(() => after.length).toBe(1);
    await bury();
  });

  it('gives back at once what was not done when the local cloud stops in order', async () => {
    send('stopped');
    let release: (result: InvokeResult) => void = () => undefined;
    const before = run(() => new Promise((resolve) => (release = resolve)));
    await expect.poll(() => before.length).toBe(1);
    const [source] = sources.splice(0);
    const stopped = source!.stop();
    release(failed);
    await stopped;
    expect(sqs.stats('work')).toMatchObject({ visible: 1, inFlight: 0 });
  });
});
