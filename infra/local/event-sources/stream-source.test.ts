import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchDir } from '../aws-testing.ts';
import { type Engine, type EngineName, startEngine } from '../dynamodb/engine.ts';
import { ensureTable } from '../dynamodb/tables.ts';
import { freePort } from '../front-door.ts';
import type { InvokeResult } from '../functions/types.ts';
import { type Guardian, startGuardian } from '../guardian.ts';
import type { Properties } from '../template/types.ts';
import { mappingOf } from './mapping.ts';
import { MappingState } from './state.ts';
import { type StreamSource, startStreamSource } from './stream-source.ts';

const region = 'us-east-1';
const credentials = { accessKeyId: 'AKIADEALBELLLOCAL000', secretAccessKey: 'local-test-secret' };
const engineName = (process.env.DEALBELL_ENGINE ?? 'extenddb') as EngineName;
const scratch = scratchDir();
let engine: Engine;
let guardian: Guardian;
let client: DynamoDBClient;
let streams: DynamoDBStreamsClient;
let streamArn: string;

const properties: Properties = {
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'gsi1pk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [{ AttributeName: 'gsi1pk', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
};
const table = (more: Properties = {}) =>
  ({ name: 'events', properties: { ...properties, ...more } }) as never;

beforeAll(async () => {
  guardian = startGuardian();
  const port = await freePort();
  engine = await startEngine({
    name: engineName,
    stateDir: scratch.dir,
    port,
    region,
    credentials,
    guardian,
    log: () => undefined,
  });
  client = new DynamoDBClient({ endpoint: engine.endpoint, region, credentials });
  streams = new DynamoDBStreamsClient({ endpoint: engine.endpoint, region, credentials });
  streamArn = (await ensureTable(client, table()))!;
}, 30_000);
afterAll(async () => {
  client.destroy();
  streams.destroy();
  await engine.stop();
  await guardian.close();
  scratch.remove();
});

const put = (pk: string, sk: string) =>
  client.send(new PutItemCommand({ TableName: 'events', Item: { pk: { S: pk }, sk: { S: sk } } }));

type Keys = { eventName: string; dynamodb: { NewImage: { pk: { S: string }; sk: { S: string } } } };

/** Follows the stream with a mapping of this name; answers what arrived as `pk/sk`. */
function follow(id: string, work: (items: string[]) => InvokeResult, stateDir = scratch.dir) {
  const state = new MappingState(stateDir);
  const arrived: string[] = [];
  const source: StreamSource = startStreamSource({
    mapping: mappingOf({
      ref: id,
      properties: {
        EventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/events/stream/local',
        FunctionName: 'publisher',
        BatchSize: 100,
        StartingPosition: 'TRIM_HORIZON',
        FilterCriteria: {
          Filters: [
            { Pattern: JSON.stringify({ dynamodb: { NewImage: { pk: { S: [{ prefix: `${id}-` }] } } } }) },
          ],
        },
      },
    } as never),
    client: streams,
    streamArn,
    state,
    region,
    destination: async () => undefined,
    log: () => undefined,
    invoke: async (_, event) => {
      const items = (event as { Records: Keys[] }).Records.map(
        ({ dynamodb: { NewImage } }) => `${NewImage.pk.S}/${NewImage.sk.S}`,
      );
      const result = work(items);
      if (result.ok) arrived.push(...items);
      return result;
    },
  });
  return {
    arrived,
    wake: source.wake,
    stop: async () => {
      await source.stop();
      state.close();
    },
  };
}

const ok = (): InvokeResult => ({ ok: true, payload: 'null', requestId: '1' });
const failed = (): InvokeResult => ({
  ok: false,
  requestId: '1',
  failure: { errorType: 'Error', errorMessage: 'no' },
});

describe('a table’s stream as event source', () => {
  it('hands on the changes of an item’s partition in their order', async () => {
    const source = follow('order', ok);
    const names = Array.from({ length: 40 }, (_, at) => String(at).padStart(2, '0'));
    for (const name of names) {
      await put('order-a', name);
      await put('order-b', name);
    }
    source.wake();
    await expect.poll(() => source.arrived.length, { timeout: 5000 }).toBe(80);
    for (const pk of ['order-a', 'order-b'])
      expect(source.arrived.filter((item) => item.startsWith(pk))).toEqual(
        names.map((name) => `${pk}/${name}`),
      );
    await source.stop();
  });

  it('goes on after a restart where it was, and misses nothing in between', async () => {
    const first = follow('restart', ok);
    await put('restart-a', '1');
    first.wake();
    await expect.poll(() => first.arrived, { timeout: 5000 }).toEqual(['restart-a/1']);
    await first.stop();
    await put('restart-a', '2');
    const second = follow('restart', ok);
    await expect.poll(() => second.arrived, { timeout: 5000 }).toEqual(['restart-a/2']);
    await second.stop();
  });

  it('hands a batch over again whose work was broken off', async () => {
    await put('broken-a', '1');
    let attempts = 0;
    const first = follow('broken', () => {
      attempts += 1;
      return failed();
    });
    await expect.poll(() => attempts, { timeout: 5000 }).toBeGreaterThan(0);
    await first.stop();
    const second = follow('broken', ok);
    await expect.poll(() => second.arrived, { timeout: 5000 }).toEqual(['broken-a/1']);
    await second.stop();
  });
});

describe('the engine and its tables', () => {
  it('brings indexes of a table that is there up to date, and changes nothing the second time', async () => {
    const more = {
      AttributeDefinitions: [
        ...properties.AttributeDefinitions,
        { AttributeName: 'gsi2pk', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexes: [
        ...properties.GlobalSecondaryIndexes,
        {
          IndexName: 'gsi2',
          KeySchema: [{ AttributeName: 'gsi2pk', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    };
    for (let round = 0; round < 2; round++) expect(await ensureTable(client, table(more))).toBe(streamArn);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'events' }));
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(['gsi1', 'gsi2']);
  });

  it('refuses keys that differ with a sentence', async () => {
    const keys = { KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }] };
    await expect(ensureTable(client, table(keys))).rejects.toThrow(/keys of the table events have changed/);
  });

  it('starts the engine again when it dies, with everything that was acknowledged', async () => {
    await put('killed', '1');
    process.kill(Number(readFileSync(join(scratch.dir, 'dynamodb', 'engine.pid'), 'utf8')), 'SIGKILL');
    const source = follow('killed', ok);
    await expect
      .poll(
        () =>
          put('killed-again', '1').then(
            () => true,
            () => false,
          ),
        { timeout: 8000 },
      )
      .toBe(true);
    await expect.poll(() => source.arrived, { timeout: 8000 }).toContain('killed-again/1');
    await source.stop();
  }, 20_000);
});
