import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { EventType } from '#events/index.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { event } from '#functions/kernel/events.ts';
import { hearingBus } from '#tests/support/bus.ts';
import { eventually } from '#tests/support/eventually.ts';
import { followStream } from '#tests/support/stream.ts';
import { freshTenant } from '#tests/support/tenant.ts';

const bus = await hearingBus({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID!,
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY!,
});
process.env.AWS_ENDPOINT_URL = bus.endpoint;
process.env.BUS_NAME = bus.name;
process.env.AWS_MAX_ATTEMPTS = '1';
const { handler } = await import('./index.ts');

beforeEach(() => bus.down(false));
afterAll(() => bus.close());

let sequence = 0;

/** The record that the stream brings for an item. */
const record = (item: object, eventName: DynamoDBRecord['eventName'] = 'INSERT'): DynamoDBRecord => ({
  eventID: String(++sequence),
  eventName,
  eventSource: 'aws:dynamodb',
  dynamodb: {
    SequenceNumber: String(sequence).padStart(21, '0'),
    NewImage: marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>,
  },
});

const written = (entity: string, name: string, type: EventType = 'user.updated') =>
  asSystem(7, 'test', () => {
    const data = { userId: entity, username: name, role: 'agent', changed: ['role'] };
    return record((event(type, entity, data as never) as { Item: object }).Item);
  });

const namesHeard = async (prefix: string) =>
  (await bus.heard())
    .map(({ detail }) => (detail.data as { username?: string }).username ?? '')
    .filter((name) => name.startsWith(prefix));

it('hands an event on with its envelope, under its type', async () => {
  const one = written('usr_env', 'env', 'user.created');
  expect(await handler({ Records: [one] })).toEqual({ batchItemFailures: [] });
  const heard = (await bus.heard()).find(({ detail }) => detail.entityId === 'usr_env')!;
  expect([heard.source, heard['detail-type']]).toEqual(['dealbell', 'user.created']);
  expect(heard.detail).toEqual({
    eventId: expect.stringMatching(/^evt_/),
    type: 'user.created',
    tenantId: 7,
    entityId: 'usr_env',
    at: expect.stringMatching(/Z$/),
    actor: 'test',
    data: { userId: 'usr_env', username: 'env', role: 'agent' },
  });
});

it('understands the table’s own stream: a change leaves as the event written with it', async () => {
  const read = await followStream();
  const { id, admin, agent, vendor } = await freshTenant();
  const entities = [`ten_${id}`, admin.userId, agent.userId, vendor.userId];
  await eventually(async () => {
    await handler({ Records: await read() });
    const told = (await bus.heard()).filter(({ detail }) => detail.tenantId === id);
    expect(told.map(({ detail }) => detail.entityId).sort()).toEqual(entities.sort());
  });
});

it('hands on what is new and an event, and nothing else', async () => {
  const before = (await bus.heard()).length;
  const one = written('usr_x', 'x');
  const image = one.dynamodb!.NewImage!;
  const Records: DynamoDBRecord[] = [
    { ...one, eventName: 'MODIFY' },
    { ...one, eventName: 'REMOVE', dynamodb: { SequenceNumber: '1', OldImage: image } },
    record({ pk: '$dealbell#tenantid_7', sk: 'x', __edb_e__: 'user' }),
    record({ pk: 'x', sk: 'x' }),
    record({ pk: 'x', sk: 'x', __edb_e__: 'event', type: 'nobody.knows' }),
  ];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect((await bus.heard()).length).toBe(before);
});

it('keeps the order of each entity over many records', async () => {
  const Records = Array.from({ length: 40 }, (_, n) => written(`usr_${n % 3}`, `order ${n % 3} ${n}`));
  await handler({ Records });
  for (const entity of [0, 1, 2]) {
    const heard = (await namesHeard(`order ${entity} `)).map((name) => Number(name.split(' ')[2]));
    expect(heard).toEqual(Array.from({ length: 40 }, (_, n) => n).filter((n) => n % 3 === entity));
  }
});

it('answers the first record that the bus did not take, and hands it on when it comes again', async () => {
  const Records = [written('usr_a', 'again a'), written('usr_b', 'again b')];
  bus.down(true);
  const answer = await handler({ Records });
  expect(answer.batchItemFailures).toEqual([{ itemIdentifier: Records[0]!.dynamodb!.SequenceNumber }]);
  expect(await namesHeard('again')).toEqual([]);
  bus.down(false);
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(await namesHeard('again')).toEqual(['again a', 'again b']);
});
