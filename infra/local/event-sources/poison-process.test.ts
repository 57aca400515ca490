import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchDir } from '../aws-testing.ts';
import { cdkBundler } from '../functions/bundler.ts';
import { createFunctions, type Functions } from '../functions/index.ts';
import { projectRoot } from '../paths.ts';
import { createSqs, type Sqs } from '../sqs/index.ts';
import type { Resource } from '../template/types.ts';
import { mappingOf } from './mapping.ts';
import { type Source, startQueueSource } from './queue-source.ts';
import { makeWorkerQueues, queueArn } from './testing.ts';

/*
 * A message of one tenant that ends the worker's own execution environment, as the local cloud runs it, on the queues
 * of cdk/constructs/queue-worker.ts; and how far the messages of another tenant come meanwhile.
 */

let scratch: ReturnType<typeof scratchDir>;
let sqs: Sqs;
let functions: Functions;
let now: number;
let sources: Source[];
/** How each invocation that did not answer ended. */
let deaths: string[];
const done = () => readFileSync(join(scratch.dir, 'done'), 'utf8').split('\n').filter(Boolean);

/** A worker with the product's lanes by tenant, that dies of a poison and keeps what it has done in a file. */
const workerSource = () => `
import { appendFileSync } from 'node:fs';
import { workFairly } from '${join(projectRoot, 'functions/kernel/fair-batch.ts')}';
export const handler = async ({ Records }, context) => {
  await workFairly({
    items: Records,
    tenantOf: ({ body }) => body[0],
    remainingMs: () => context.getRemainingTimeInMillis(),
    work: async ({ body }) => {
      if (body.includes('poison')) process.exit(1);
      appendFileSync('${join(scratch.dir, 'done')}', body + '\\n');
    },
  });
  return { batchItemFailures: [] };
};`;

beforeEach(() => {
  scratch = scratchDir();
  now = Date.parse('2026-11-20T08:00:00Z');
  deaths = [];
  writeFileSync(join(scratch.dir, 'done'), '');
  sqs = createSqs({ stateDir: scratch.dir, clock: () => new Date(now) });
  makeWorkerQueues(sqs);
  writeFileSync(join(scratch.dir, 'worker.ts'), workerSource());
  const worker: Resource = {
    stack: 'Test',
    logicalId: 'worker',
    type: 'AWS::Lambda::Function',
    ref: 'worker',
    name: 'worker',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:worker',
    properties: { Handler: 'index.handler', MemorySize: 256, Timeout: 10 },
    metadata: { 'dealbell:entry': relative(projectRoot, join(scratch.dir, 'worker.ts')) },
  };
  functions = createFunctions({
    stateDir: scratch.dir,
    buildDir: join(scratch.dir, 'build'),
    functions: [worker],
    env: { AWS_REGION: 'us-east-1' },
    bundler: cdkBundler,
    terminal: () => undefined,
  });
  sources = (
    [
      ['work', 10],
      ['retries', 1],
    ] as const
  ).map(([name, BatchSize]) =>
    startQueueSource({
      mapping: mappingOf({
        ref: name,
        properties: {
          EventSourceArn: queueArn(name),
          FunctionName: 'worker',
          BatchSize,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      } as never),
      sqs,
      region: 'us-east-1',
      concurrency: 1,
      now: () => now,
      log: () => undefined,
      allowsLoops: false,
      fault: () => undefined,
      async invoke(name, event) {
        const result = await functions.invoke(name, event);
        if (!result.ok) deaths.push(result.failure.errorType);
        return result;
      },
    }),
  );
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  await functions.stop();
  sqs.close();
  scratch.remove();
});

const send = (...bodies: string[]) => {
  for (const body of bodies) sqs.send('work', { body, groupId: body[0]! });
};

it('a message that ends its worker’s process is overtaken by everything of another tenant', async () => {
  send('A poison', 'B beside it');
  await expect.poll(() => deaths.length, { timeout: 10_000 }).toBe(1);
  // What comes later waits for no time-out: a new process works it while the poison is hidden.
  send('B later 1', 'B later 2');
  await expect.poll(done, { timeout: 10_000 }).toHaveLength(2);
  expect(done().toSorted()).toEqual(['B later 1', 'B later 2']);
  // What died with the poison is worked alone when its time is over once, before the poison has failed for good.
  now += 31_000;
  sqs.tick();
  await expect.poll(done, { timeout: 10_000 }).toContain('B beside it');
  expect(sqs.stats('dead').visible).toBe(0);
  for (let time = 2; time <= 4; time++) {
    await expect.poll(() => deaths.length, { timeout: 10_000 }).toBe(time);
    now += 31_000;
    sqs.tick();
  }
  await expect.poll(() => sqs.stats('dead').visible).toBe(1);
  expect((await sqs.receive('dead', 10)).map(({ body }) => body)).toEqual(['A poison']);
  expect(done()).toHaveLength(3);
  expect(new Set(deaths)).toEqual(new Set(['Runtime.ExitError']));
});
