import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Entity } from 'electrodb';
import { describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { asSystem } from './actor.ts';
import { keys } from './partitions.ts';
import { ConditionFailed, client, commit, connection, model, orElse, readEvery, tableName } from './table.ts';

const Notes = new Entity(
  {
    model: model('tableTestNote'),
    attributes: {
      tenantId: { type: 'number', required: true },
      id: { type: 'string', required: true },
      shelf: { type: 'string', required: true },
      count: { type: 'number' },
    },
    indexes: {
      byId: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'id'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byShelf: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId', 'shelf'] },
        sk: { ...keys.gsi1.sk, composite: ['id'] },
      },
    },
  },
  connection,
);

const own = 910_001;
const other = 91_000;
const asOwn = <T>(work: () => T) => asSystem(own, 'test', work);
const note = (tenantId: number, id = 'n') => ({ tenantId, id, shelf: 's' });
const outside = /outside the actor's tenant/;

describe('the guard of the one table', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['get', () => Notes.get(note(other)).go()],
    ['put', () => Notes.put(note(other)).go()],
    ['update', () => Notes.patch(note(other)).set({ count: 1 }).go()],
    ['delete', () => Notes.delete(note(other)).go()],
    ['query', () => Notes.query.byShelf({ tenantId: other, shelf: 's' }).go()],
    ['batch get', () => Notes.get([note(own), note(other)]).go()],
    ['batch put', () => Notes.put([note(own), note(other)]).go()],
    ['batch delete', () => Notes.delete([note(own), note(other)]).go()],
    ['transaction', () => commit(Notes.put(note(own)).params(), Notes.put(note(other)).params())],
  ])('refuses a %s in another tenant’s partition', async (_, work) => {
    await expect(asOwn(work)).rejects.toThrow(outside);
  });

  it('is not taken in by a tenant whose number begins with ours', async () => {
    await expect(asSystem(91, 'test', () => Notes.get(note(own)).go())).rejects.toThrow(outside);
  });

  const key = { pk: `$dealbell#tenantid_${own}#id_n`, sk: '$tabletestnote_1' };
  const theirs = `$dealbell#tenantid_${other}#shelf_s`;
  const ours = `$dealbell#tenantid_${own}#shelf_s`;
  const update = (UpdateExpression: string, value: unknown, names: Record<string, string> = {}) => ({
    TableName: tableName(),
    Key: key,
    UpdateExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':gsi1pk_u0': value, ':v': value, ':one': 'x' },
  });
  const named = { '#gsi1pk': 'gsi1pk' };
  const moves: [string, ReturnType<typeof update>][] = [
    ['as the entities write it', update('SET #gsi1pk = :gsi1pk_u0', theirs, named)],
    ['under another name and value', update('SET #a = :v', theirs, { '#a': 'gsi2pk' })],
    ['by its plain name', update('set gsi3pk=:v', theirs)],
    ['after another attribute', update('SET #b = :one, #gsi1pk = :v', theirs, { ...named, '#b': 'b' })],
    ['in a second clause', update('REMOVE #b SET #gsi1pk = :v', theirs, { ...named, '#b': 'b' })],
    ['by a function', update('SET #gsi1pk = if_not_exists(#b, :v)', ours, { ...named, '#b': 'b' })],
    ['from another attribute', update('SET #gsi1pk = #b', ours, { ...named, '#b': 'b' })],
    ['by a sum', update('SET #gsi1pk = :one + :v', ours, named)],
    ['by an addition', update('ADD #gsi1pk :v', ours, named)],
    ['to a value that is no text', update('SET #gsi1pk = :v', 7, named)],
    ['to a value that is not given', update('SET #gsi1pk = :missing', ours, named)],
  ];

  it.each(moves)('refuses an update that moves an item into another tenant’s index, %s', async (_, given) => {
    await expect(asOwn(async () => client.send(new UpdateCommand(given as never)))).rejects.toThrow(outside);
  });

  it.each(moves)('refuses such an update within a transaction, %s', async (_, given) => {
    await expect(asOwn(() => commit(Notes.put(note(own, 'beside')).params(), given))).rejects.toThrow(
      outside,
    );
    const beside = await asOwn(() => Notes.get(note(own, 'beside')).go());
    expect(beside.data).toBeNull();
  });

  it('refuses an update in the old form, which has no expression', async () => {
    const { UpdateExpression: _, ...request } = update('', theirs);
    const old = { ...request, AttributeUpdates: { gsi1pk: { Value: theirs, Action: 'PUT' } } };
    await expect(asOwn(async () => client.send(new UpdateCommand(old as never)))).rejects.toThrow(
      /UpdateExpression/,
    );
  });

  it('lets an item move within the tenant’s own index and leave it, alone and in a transaction', async () => {
    await asOwn(async () => {
      const mine = note(own, 'mover');
      await Notes.put(mine).go();
      await Notes.patch(mine).set({ shelf: 'next' }).go();
      await commit(Notes.patch(mine).set({ shelf: 'last' }).params());
      const onShelf = async () =>
        (await Notes.query.byShelf({ tenantId: own, shelf: 'last' }).go()).data.map(({ id }) => id);
      await eventually(async () => expect(await onShelf()).toEqual(['mover']));
      const Key = { pk: `$dealbell#tenantid_${own}#id_mover`, sk: '$tabletestnote_1' };
      const leave = { TableName: tableName(), Key, UpdateExpression: 'REMOVE gsi1pk' };
      await client.send(new UpdateCommand(leave));
      await eventually(async () => expect(await onShelf()).toEqual([]));
    });
  });

  it('refuses a scan, by its shape and not by a name that bundling would change', async () => {
    class A extends ScanCommand {}
    const scan = new A({ TableName: tableName() });
    await expect(asOwn(async () => client.send(scan))).rejects.toThrow(/No scan/);
    await expect(asOwn(() => Notes.scan.go())).rejects.toThrow(/No scan/);
  });

  it('refuses everything when nobody acts', async () => {
    await expect((async () => Notes.get(note(own)).go())()).rejects.toThrow();
  });
});

describe('commit', () => {
  it('writes all or nothing and names the writes that were refused', async () => {
    await asOwn(async () => {
      await commit(Notes.create(note(own, 'taken')).params());
      const both = [Notes.create(note(own, 'free')).params(), Notes.create(note(own, 'taken')).params()];
      const error = await commit(both).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(ConditionFailed);
      expect(error.failed).toEqual([1]);
      expect((await Notes.get(note(own, 'free')).go()).data).toBeNull();
    });
  });

  it('throws the error that a refused write was given', async () => {
    await asOwn(async () => {
      await commit(Notes.create(note(own, 'mine')).params());
      const write = orElse(Notes.create(note(own, 'mine')).params(), new Error('It is taken.'));
      await expect(commit(write)).rejects.toThrow('It is taken.');
    });
  });

  it('outlasts a crowd on one item', async () => {
    await asOwn(async () => {
      const add = () => commit(Notes.upsert(note(own, 'crowd')).add({ count: 1 }).params());
      await Promise.all(Array.from({ length: 40 }, add));
      expect((await Notes.get(note(own, 'crowd')).go({ consistent: true })).data?.count).toBe(40);
    });
  });
});

describe('many items read by their keys', () => {
  it('are asked for again where a busy table leaves them out, and not for ever', async () => {
    const asked: number[][] = [];
    const read = (takes: number) => async (keys: number[]) => {
      asked.push(keys);
      return { data: keys.slice(0, takes), unprocessed: keys.slice(takes) };
    };
    expect(await readEvery([1, 2, 3], read(2))).toEqual([1, 2, 3]);
    expect(asked).toEqual([[1, 2, 3], [3]]);
    await expect(readEvery([1], read(0))).rejects.toThrow('too busy');
  });
});
