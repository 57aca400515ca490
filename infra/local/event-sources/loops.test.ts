import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workers } from '#cdk/workers.ts';
import { scratchDir, serve, TEST_CREDENTIALS } from '../aws-testing.ts';
import { cdkBundler } from '../functions/bundler.ts';
import { createFunctions, type Functions } from '../functions/index.ts';
import { projectRoot } from '../paths.ts';
import { createSqs, type Sqs } from '../sqs/index.ts';
import { readStacks, synthesize } from '../template/synthesize.ts';
import { resolveTemplates } from '../template/template.ts';
import type { Properties, Resource } from '../template/types.ts';
import { loopLimit, passesOf, traceOf } from './lineage.ts';
import { mappingOf } from './mapping.ts';
import { type Source, startQueueSource } from './queue-source.ts';

const place = { accountId: '000000000000', region: 'us-east-1', awsEndpoint: 'http://aws', cdnHost: 'cdn' };
const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;

describe('the lineage of an invocation', () => {
  it('counts how often a chain of messages has passed each function', () => {
    let header: string | undefined = traceOf('gateway', []);
    expect(passesOf(header, 'gateway')).toBe(0);
    for (let pass = 1; pass <= 20; pass++) {
      header = traceOf('one', [header]);
      expect(passesOf(header, 'one')).toBe(pass);
    }
    expect(passesOf(traceOf('two', [header, undefined]), 'one')).toBe(20);
    expect(passesOf(undefined, 'one')).toBe(0);
    expect(passesOf('Root=1-2-3;Parent=4;Sampled=1', 'one')).toBe(0);
  });
});

/** Sends each message on to the queue that stands in it, with one fewer to go. */
const passesOn = `
  import { SendMessageCommand, SQSClient } from '${join(projectRoot, 'node_modules/@aws-sdk/client-sqs')}';
  const sqs = new SQSClient({});
  export const handler = async ({ Records }) => {
    for (const { body } of Records) {
      const { left, to } = JSON.parse(body);
      if (left > 0)
        await sqs.send(new SendMessageCommand({
          QueueUrl: process.env.AWS_ENDPOINT_URL + '/000000000000/' + to[(left + 1) % to.length],
          MessageBody: JSON.stringify({ left: left - 1, to }),
        }));
    }
  };`;

describe('a function that sends to its own queue by the SDK', () => {
  let scratch: ReturnType<typeof scratchDir>;
  let sqs: Sqs;
  let server: Awaited<ReturnType<typeof serve>>;
  let functions: Functions;
  let sources: Source[];
  let faults: string[];

  beforeEach(async () => {
    scratch = scratchDir();
    sqs = createSqs({ stateDir: scratch.dir });
    server = await serve({ sqs: (req, res) => sqs.handle(req, res) });
    sources = [];
    faults = [];
  });
  afterEach(async () => {
    await Promise.all(sources.map((source) => source.stop()));
    await functions.stop();
    await server.close();
    sqs.close();
    scratch.remove();
  });

  /** One function for each queue, all of the same code. */
  function open(queues: string[], properties: Properties = {}) {
    const source = join(realpathSync(scratch.dir), 'src', 'passes-on.ts');
    mkdirSync(join(scratch.dir, 'src'));
    writeFileSync(source, passesOn);
    functions = createFunctions({
      stateDir: scratch.dir,
      buildDir: join(scratch.dir, 'build'),
      functions: queues.map(
        (name): Resource => ({
          stack: 'Test',
          logicalId: name,
          type: 'AWS::Lambda::Function',
          ref: name,
          name,
          arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
          properties: { Handler: 'index.handler', MemorySize: 256, Timeout: 20, ...properties },
          metadata: { 'dealbell:entry': relative(projectRoot, source) },
        }),
      ),
      env: {
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: TEST_CREDENTIALS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: TEST_CREDENTIALS.secretAccessKey,
        AWS_ENDPOINT_URL: server.endpoint,
      },
      bundler: cdkBundler,
      terminal: () => undefined,
    });
    sqs.ensureQueue('dead');
    for (const name of queues) {
      sqs.ensureQueue(name, {
        VisibilityTimeout: '30',
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 3 }),
      });
      const resource = { ref: name, properties: { EventSourceArn: arnOf(name), FunctionName: name } };
      sources.push(
        startQueueSource({
          mapping: mappingOf(resource as never),
          sqs,
          region: 'us-east-1',
          concurrency: 1,
          allowsLoops: functions.allowsLoops(name),
          invoke: (function_, event, trace) => functions.invoke(function_, event, trace),
          log: () => undefined,
          fault: (line) => faults.push(line),
        }),
      );
    }
    return (left: number) => sqs.send(queues[0]!, { body: JSON.stringify({ left, to: queues }) });
  }
  const left = async () => (await sqs.receive('dead', 10)).map(({ body }) => JSON.parse(body).left as number);
  const soon = { timeout: 15_000 };

  it('is cut after as many passes as on AWS: the message lies with the dead letters, and it is told', async () => {
    const send = open(['loop']);
    send(40);
    await expect.poll(() => faults, soon).toHaveLength(1);
    expect(faults[0]).toBe(
      "A message of loop had passed loop 16 times; Lambda's recursive loop detection stops it.",
    );
    expect(await left()).toEqual([40 - loopLimit]);
  });

  it('is cut on a longer way round as well', async () => {
    const send = open(['there', 'back']);
    send(60);
    await expect.poll(() => faults, soon).toHaveLength(1);
    expect(await left()).toEqual([60 - 2 * loopLimit]);
  });

  it('goes on where its description allows it', async () => {
    const send = open(['loop'], { RecursiveLoop: 'Allow' });
    send(40);
    const waiting = () => {
      const { visible, inFlight, delayed } = sqs.stats('loop');
      return visible + inFlight + delayed;
    };
    await expect.poll(waiting, soon).toBe(0);
    expect(faults).toEqual([]);
    expect(await left()).toEqual([]);
  });

  it('is not cut by many messages that each pass once', async () => {
    const send = open(['loop']);
    for (let n = 0; n < 25; n++) send(1);
    const waiting = () => {
      const { visible, inFlight, delayed } = sqs.stats('loop');
      return visible + inFlight + delayed;
    };
    await expect.poll(waiting, soon).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('the loops of the description', () => {
  it('are exactly those that are allowed, each for a reason', async () => {
    const cloud = resolveTemplates(
      readStacks(await synthesize(() => undefined), {
        publicUrl: 'http://p',
        sandboxUrl: 'http://s',
        filesUrl: 'http://f',
        pushUrl: 'http://h',
      }),
      place,
    );
    const functions = cloud.ofType('AWS::Lambda::Function');
    const policies = cloud.ofType('AWS::IAM::Policy');
    const mappings = cloud.ofType('AWS::Lambda::EventSourceMapping');
    /** Functions that work on a queue which this one may send to. */
    const next = new Map(
      functions.map(({ name, properties }) => {
        const role = cloud.byArn(String(properties.Role))!.name;
        const sendsTo = policies
          .filter(({ properties: { Roles } }) => (Roles as string[]).includes(role))
          .flatMap(({ properties: { PolicyDocument } }) => PolicyDocument.Statement as Properties[])
          .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
          .flatMap(({ Resource }) => [Resource].flat() as string[]);
        const workedBy = mappings
          .filter(({ properties: { EventSourceArn } }) => sendsTo.includes(EventSourceArn))
          .map(({ properties: { FunctionName } }) => FunctionName as string);
        return [name, workedBy] as const;
      }),
    );
    const comesBack = (start: string): boolean => {
      const seen = new Set<string>();
      const visit = (name: string): boolean =>
        (next.get(name) ?? []).some((to) => to === start || (!seen.has(to) && seen.add(to) && visit(to)));
      return visit(start);
    };
    const entries = (list: Resource[]) => list.map(({ metadata }) => metadata['dealbell:entry']).sort();
    const looping = functions.filter(({ name }) => comesBack(name));
    const allowed = functions.filter(({ properties }) => properties.RecursiveLoop === 'Allow');
    expect(looping.length).toBeGreaterThan(5);
    expect(entries(allowed)).toEqual(entries(looping));
    const withReason = Object.values(workers).flatMap((spec) =>
      'sendsToItself' in spec ? [spec.entry] : [],
    );
    expect(withReason.sort()).toEqual(entries(looping));
  }, 60_000);
});
