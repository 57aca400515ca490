import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchDir } from '../aws-testing.ts';
import type { InvokeResult } from '../functions/types.ts';
import { createSqs, type Sqs } from '../sqs/index.ts';
import { mappingOf } from './mapping.ts';
import { type Source, startQueueSource } from './queue-source.ts';
import { makeWorkerQueues, queueArn } from './testing.ts';

/*
 * A message that takes its worker down, on the queues of cdk/constructs/queue-worker.ts: a batch of ten, and a queue of
 * retries from which each is worked alone.
 */

let scratch: ReturnType<typeof scratchDir>;
let sqs: Sqs;
let now: number;
let sources: Source[];

beforeEach(() => {
  scratch = scratchDir();
  now = Date.parse('2026-11-20T08:00:00Z');
  sources = [];
  sqs = createSqs({ stateDir: scratch.dir, clock: () => new Date(now) });
  makeWorkerQueues(sqs);
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  sqs.close();
  scratch.remove();
});

type Record_ = { messageId: string; body: string };

/** Hands the messages of both queues to a worker that dies of each poison before it has done anything else. */
function runDyingWorker(): string[] {
  const done: string[] = [];
  const invoke = async (_: string, event: object): Promise<InvokeResult> => {
    const { Records } = event as { Records: Record_[] };
    if (Records.some(({ body }) => body.startsWith('poison')))
      return { ok: false, requestId: '1', failure: { errorType: 'Runtime.OutOfMemory', errorMessage: '' } };
    done.push(...Records.map(({ body }) => body));
    return { ok: true, requestId: '1', payload: JSON.stringify({ batchItemFailures: [] }) };
  };
  for (const [queue, BatchSize] of [
    ['work', 10],
    ['retries', 1],
  ] as const) {
    const properties = {
      EventSourceArn: queueArn(queue),
      FunctionName: 'worker',
      BatchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    };
    sources.push(
      startQueueSource({
        mapping: mappingOf({ ref: queue, properties } as never),
        sqs,
        region: 'us-east-1',
        concurrency: 1,
        now: () => now,
        log: () => undefined,
        allowsLoops: false,
        fault: () => undefined,
        invoke,
      }),
    );
  }
  return done;
}

it('messages that died with another’s poison are worked alone next, and never become dead letters', async () => {
  for (const body of ['poison 1', 'poison 2', 'poison 3', 'innocent 1', 'innocent 2', 'innocent 3'])
    sqs.send('work', { body, groupId: body.startsWith('poison') ? 'tenant-1' : 'tenant-2' });
  const done = runDyingWorker();
  await expect.poll(() => sqs.stats('work').inFlight).toBe(6);
  expect(done).toEqual([]);
  // Their time is over once: they go to the queue of retries, and no poison there has a batch to take along.
  now += 31_000;
  sqs.tick();
  await expect.poll(() => done.toSorted()).toEqual(['innocent 1', 'innocent 2', 'innocent 3']);
  for (let time = 0; time < 4; time++) {
    await expect.poll(() => sqs.stats('retries').visible).toBe(0);
    now += 31_000;
    sqs.tick();
  }
  await expect.poll(() => sqs.stats('dead').visible).toBe(3);
  const letters = await sqs.receive('dead', 10);
  expect(done).toHaveLength(3);
  expect(letters.map(({ body }) => body).toSorted()).toEqual(['poison 1', 'poison 2', 'poison 3']);
});
