import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Entity } from 'electrodb';
import { describe, expect, it } from 'vitest';
import { readDue } from '#functions/sweeper/read-due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { asSystem, tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import { type DueEntry, dueAt, dueAttributes, lookAt, makeDue, type NextLook, notDue } from './due.ts';
import { keys } from './partitions.ts';
import { client, connection, model, queryDue, tableName } from './table.ts';

const Chores = new Entity(
  {
    model: model('dueTestChore'),
    attributes: {
      tenantId: { type: 'number', required: true },
      id: { type: 'string', required: true },
      done: { type: 'boolean' },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'id'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

const own = (id: string) => ({ tenantId: tenantOf(), id });

/** A tenant with one thing to do, by now. */
async function chore(id = 'sweep#the yard') {
  const time = timeTravel();
  const tenant = await freshTenant();
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  await inTenant(() => Chores.create({ ...own(id), ...dueAt('export', id, clock.now()) }).go());
  const entries = async () =>
    (await readDue('9')).entries.filter(({ tenantId, kind }) => tenantId === tenant.id && kind === 'export');
  const entry = () =>
    eventually(async () => {
      const [found] = await entries();
      expect(found).toBeDefined();
      return found!;
    });
  return { id, tenant, time, inTenant, entries, entry };
}

const looking = (look: (id: string) => Promise<NextLook>) => ({ look });
/** Seconds from now until an entry is due again. */
const wait = ({ at }: DueEntry) => Math.round((Date.parse(at) - clock.now()) / 1000);

describe('an item that is due', () => {
  it('is looked at as its tenant, with its id, and then when the look has said', async () => {
    const { id, tenant, entry } = await chore();
    const seen: unknown[] = [];
    const work = looking(async (one) => {
      seen.push(one, tenantOf());
      return clock.now() + 90_000;
    });
    expect(await lookAt(await entry(), work)).toBe('looked');
    expect(seen).toEqual([id, tenant.id]);
    await eventually(async () => expect(wait(await entry())).toBe(90));
  });

  it('leaves the index when its work has ended', async () => {
    const { entry, entries } = await chore();
    await lookAt(
      await entry(),
      looking(async () => undefined),
    );
    await eventually(async () => expect(await entries()).toEqual([]));
  });

  it('is looked at once where two sweepers have it at the same time', async () => {
    const { entry } = await chore();
    const found = await entry();
    const work = looking(async () => undefined);
    expect((await Promise.all([lookAt(found, work), lookAt(found, work)])).sort()).toEqual([
      'looked',
      'overtaken',
    ]);
  });

  it('is put off before its look, so that one which kills the sweeper is not met first again', async () => {
    const { entry, entries } = await chore();
    const work = looking(
      () =>
        new Promise((resolve, reject) => {
          eventually(async () => expect((await entries()).map(wait)).toEqual([60])).then(
            () => resolve(undefined),
            reject,
          );
        }),
    );
    expect(await lookAt(await entry(), work)).toBe('looked');
  });

  it('backs off while its look fails, up to an hour, and is as before when it does not', async () => {
    const { entry } = await chore();
    const broken = looking(() => Promise.reject(new Error('broken')));
    const waits: number[] = [];
    let found = await entry();
    for (let tried = 1; tried <= 8; tried++) {
      expect(await lookAt(found, broken)).toBe('failed');
      found = await eventually(async () => {
        const next = await entry();
        expect(next.failures).toBe(tried);
        return next;
      });
      // To the minute: the clock runs on until the index has told of it.
      waits.push(Math.round(wait(found) / 60) * 60);
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(
      await lookAt(
        found,
        looking(async () => clock.now() + 60_000),
      ),
    ).toBe('looked');
    await eventually(async () => expect((await entry()).failures).toBe(0));
  });

  it('keeps the time that the look itself has written', async () => {
    const { id, inTenant, entry } = await chore();
    const work = looking(async () => {
      const times = dueAt('export', id, clock.now() + 5_000);
      await Chores.patch(own(id)).set(times).go();
      return clock.now() + 500_000;
    });
    await lookAt(await entry(), work);
    const found = await eventually(async () => {
      const next = await entry();
      expect(wait(next)).toBe(5);
      return next;
    });
    await inTenant(() => Chores.patch(own(id)).set({ done: true }).remove(notDue).go());
    expect(await lookAt(found, work)).toBe('overtaken');
  });

  it('is nobody’s when it was removed meanwhile, and is not brought back', async () => {
    const { id, inTenant, entry } = await chore();
    const found = await entry();
    await inTenant(() => Chores.delete(own(id)).go());
    expect(
      await lookAt(
        found,
        looking(async () => clock.now()),
      ),
    ).toBe('overtaken');
    expect((await inTenant(() => Chores.get(own(id)).go())).data).toBeNull();
  });

  it('is not answered with the attributes of the index', async () => {
    const { id, inTenant } = await chore();
    const { data } = await inTenant(() => Chores.get(own(id)).go());
    expect(Object.keys(data!).sort()).toEqual(['id', 'tenantId']);
  });

  it('of an earlier version is given a time once, and is not made where it is gone', async () => {
    const { inTenant, entries } = await chore();
    await inTenant(async () => {
      await Chores.create(own('old')).go();
      const { Key } = Chores.get(own('old')).params() as { Key: { pk: string; sk: string } };
      expect(await makeDue('export', { key: Key, id: 'old' })).toBe(true);
      expect(await makeDue('export', { key: Key, id: 'old' })).toBe(false);
      const gone = { pk: Key.pk.replace('old', 'gone'), sk: Key.sk };
      expect(await makeDue('export', { key: gone, id: 'gone' })).toBe(false);
    });
    await eventually(async () =>
      expect((await entries()).map(({ id }) => id).sort()).toEqual(['old', 'sweep#the yard']),
    );
  });
});

describe('the index of what is due, over all tenants', () => {
  const outside = /outside the actor's tenant/;
  const bounds = ['0', '9'] as const;

  it('is read by the platform alone', async () => {
    await expect(asSystem(12, 'test', () => queryDue('due#00', bounds, 1))).rejects.toThrow(/platform/);
    await expect(queryDue('due#00', bounds, 1)).rejects.toThrow(/platform/);
  });

  it('is closed to the client that the stores have', async () => {
    const query = new QueryCommand({
      TableName: tableName(),
      IndexName: 'due',
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'duepk' },
      ExpressionAttributeValues: { ':pk': 'due#00' },
    });
    await expect(asSystem(12, 'test', async () => client.send(query))).rejects.toThrow(outside);
  });

  it('takes no entry in the name of another tenant', async () => {
    const theirs = asSystem(12, 'test', () => dueAt('export', 'x', clock.now()));
    const as = <T>(work: () => Promise<T>) => asSystem(120, 'test', work);
    await expect(as(() => Chores.put({ ...own('x'), ...theirs }).go())).rejects.toThrow(outside);
    await expect(as(() => Chores.patch(own('x')).set(theirs).go())).rejects.toThrow(outside);
    const update = as(async () =>
      client.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk: '$dealbell#tenantid_120#id_x', sk: '$duetestchore_1' },
          UpdateExpression: 'SET duepk = :v',
          ExpressionAttributeValues: { ':v': '$dealbell#tenantid_120' },
        }),
      ),
    );
    await expect(update).rejects.toThrow(outside);
  });
});
