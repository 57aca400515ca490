import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Entity } from 'electrodb';
import { describe, expect, it } from 'vitest';
import { asSystem } from './actor.ts';
import { ConditionFailed, client, commit, connection, keys, model, orElse, tableName } from './table.ts';

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

  it('refuses an update that moves an item into another tenant’s index', async () => {
    const move = new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `$dealbell#tenantid_${own}#id_n`, sk: '$tabletestnote_1' },
      UpdateExpression: 'SET #gsi1pk = :gsi1pk_u0',
      ExpressionAttributeNames: { '#gsi1pk': 'gsi1pk' },
      ExpressionAttributeValues: { ':gsi1pk_u0': `$dealbell#tenantid_${other}#shelf_s` },
    });
    await expect(asOwn(async () => client.send(move))).rejects.toThrow(outside);
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
