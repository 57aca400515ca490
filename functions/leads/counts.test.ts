import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { client, commit, readPartition, tableName } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { addingCounts, type Counts, countsOf, readLeadCounts } from './counts.ts';

const { leads, leadAssignments } = api;

async function team() {
  const tenant = await freshTenant();
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  return { tenant, admin: as(tenant.admin), system };
}

/** The items of the counters as they are stored, those of earlier versions left out. */
async function storedItems(): Promise<Record<string, unknown>[]> {
  const pages = Array.from({ length: 8 }, (_, n) => readPartition(partitionOf(`leadcounts#${n}`)));
  return (await Promise.all(pages)).flat();
}

const storedNames = async (kind: string) =>
  (await storedItems()).flatMap((item) => Object.keys(item).filter((name) => name.startsWith(`${kind}:`)));

/** Reads until nothing at zero is left in the items: one read drops a part of them. */
async function readUntilDropped(): Promise<Counts> {
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const counts = await readLeadCounts();
    const names = (await storedNames('tag')).length;
    if (names === 0 || names >= left) return counts;
    left = names;
  }
}

/** Adds to a counter as versions did that kept all counters in 16 items of one partition. */
const countAsEarlier = (shard: string, counts: Record<string, number>) =>
  client.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: partitionOf('leadcounts'), sk: `shard_${shard}` },
      UpdateExpression: `ADD ${Object.keys(counts)
        .map((_, n) => `#c${n} :c${n}`)
        .join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(Object.keys(counts).map((name, n) => [`#c${n}`, name])),
      ExpressionAttributeValues: Object.fromEntries(Object.values(counts).map((by, n) => [`:c${n}`, by])),
    }),
  );

describe('lead counters', () => {
  it('of 20,000 tag names, all of one lead hash, can be counted, read and taken away again', async () => {
    const { admin, system } = await team();
    const size = 2_000;
    const names = Array.from({ length: 20_000 }, (_, n) => `tag:Column with notes, row ${n}`);
    const countAll = async (by: number, id: string) => {
      for (let from = 0; from < names.length; from += size) {
        const some = names.slice(from, from + size).map((name): [string, number] => [name, by]);
        await commit(addingCounts(new Map(some), id));
      }
    };
    await system(() => countAll(1, 'import/1'));
    expect(Object.keys(countsOf(await system(readLeadCounts), 'tag'))).toHaveLength(20_000);
    const { status, body } = await admin.call(leads.create, { lastName: 'Late', tags: ['roof', 'solar'] });
    expect(status).toBe(201);
    expect((await admin.call(leads.update, { id: body.id, tags: [] })).status).toBe(200);

    // By another lead hash, so that one item has the name once and another has it minus once.
    await system(() => countAll(-1, 'led_other'));
    expect(countsOf(await system(readUntilDropped), 'tag')).toEqual({});
    expect(await system(() => storedNames('tag'))).toEqual([]);
  }, 60_000);

  it('sum the changes of many leads at the same instant', async () => {
    const { admin, tenant, system } = await team();
    const made = await admin.call(leads.bulkCreate, {
      leads: Array.from({ length: 40 }, (_, n) => ({
        lastName: `Lead ${n}`,
        source: 'Fair',
        tags: ['early'],
      })),
    });
    const ids = made.body.results.map(({ id }) => id!);
    await Promise.all([
      ...ids.slice(0, 20).map((id) => admin.call(leads.update, { id, status: 'contacted', tags: ['late'] })),
      ...ids
        .slice(20)
        .map((leadId) => admin.call(leadAssignments.assign, { leadId, agentId: tenant.agent.userId })),
    ]);
    expect(Object.fromEntries(await system(readLeadCounts))).toEqual({
      'all:live': 40,
      'status:new': 20,
      'status:contacted': 20,
      'reached:new': 40,
      'reached:contacted': 20,
      'source:Fair': 40,
      'tag:early': 20,
      'tag:late': 20,
      [`owner:${tenant.agent.userId}`]: 20,
      [`owned:${tenant.agent.userId}/new`]: 20,
    });
  });

  it('of earlier versions are added to the new ones, also as they go down', async () => {
    const { admin, tenant, system } = await team();
    const owner = tenant.agent.userId;
    const { body: lead } = await admin.call(leads.create, {
      lastName: 'Early',
      ownerId: owner,
      tags: ['roof'],
      dealAmount: 0.1,
    });
    // The lead above and two more, as an earlier version has counted them.
    const early = {
      'all:live': 2,
      'status:new': 2,
      'reached:new': 2,
      'tag:roof': 2,
      'amount:new': 0.2,
      [`owner:${owner}`]: 2,
      [`owned:${owner}/new`]: 2,
    };
    await system(() => countAsEarlier('03', early));
    await system(() => countAsEarlier('11', { 'tag:roof': 1, 'all:live': 1, 'status:new': 1 }));
    const before = await system(readLeadCounts);
    expect(before.get('all:live')).toBe(4);
    expect(before.get('tag:roof')).toBe(4);
    expect(before.get('amount:new')).toBeCloseTo(0.3);
    expect(before.get(`owned:${owner}/new`)).toBe(3);
    expect((await admin.call(leads.statistics)).body).toMatchObject({ total: 4, byStatus: { new: 4 } });

    await admin.call(leads.remove, { id: lead.id });
    // What a later change takes away of the leads that the earlier version counted.
    const gone = Object.entries(early).map(([name, by]): [string, number] => [name, -by]);
    await system(() => commit(addingCounts(new Map(gone), 'led_early')));
    expect(Object.fromEntries(await system(readLeadCounts))).toEqual({
      'all:live': 1,
      'status:new': 1,
      'tag:roof': 1,
    });
    const items = await system(() => readPartition(partitionOf('leadcounts')));
    expect(items.map(({ sk, 'tag:roof': roof }) => [sk, roof])).toEqual([
      ['shard_03', 2],
      ['shard_11', 1],
    ]);
  });

  it('of names at zero leave the list of tags and the table', async () => {
    const { admin, tenant, system } = await team();
    const { body } = await admin.call(leads.create, {
      lastName: 'Kept',
      source: 'Fair',
      tags: ['roof', 'solar'],
      ownerId: tenant.agent.userId,
    });
    expect((await system(() => storedNames('tag'))).sort()).toEqual(['tag:roof', 'tag:solar']);
    await admin.call(leads.update, { id: body.id, tags: ['solar'], source: '', ownerId: null });
    expect((await admin.call(leads.tags)).body.tags).toEqual([{ tag: 'solar', count: 1 }]);
    expect(await system(() => storedNames('tag'))).toEqual(['tag:solar']);
    expect(await system(() => storedNames('source'))).toEqual([]);
    const owned = (await system(storedItems)).filter(({ sk }) => String(sk).startsWith('owner#'));
    expect(owned.map(({ pk: _pk, sk: _sk, changes: _changes, ...counters }) => counters)).toEqual([{}]);
  });

  it('keep a name that is counted again while its zero is dropped', async () => {
    const { system } = await team();
    await system(async () => {
      for (let round = 0; round < 20; round++) {
        await commit(addingCounts(new Map([['tag:busy', 1]]), 'led_a'));
        await commit(addingCounts(new Map([['tag:busy', -1]]), 'led_a'));
        await Promise.all([
          readLeadCounts(),
          commit(addingCounts(new Map([['tag:busy', 1]]), 'led_a')),
          readLeadCounts(),
        ]);
        expect((await readLeadCounts()).get('tag:busy')).toBe(1);
        await commit(addingCounts(new Map([['tag:busy', -1]]), 'led_a'));
      }
    });
  });

  it('go into one item where a transaction has no room for more', async () => {
    const { system } = await team();
    await system(async () => {
      const names = Array.from({ length: 30 }, (_, n): [string, number] => [`tag:t${n}`, 1]);
      const counts: Counts = new Map([['all:live', 1], ['owner:usr_1', 1], ['owned:usr_1/new', 1], ...names]);
      const writes = addingCounts(counts, 'led_a', 5);
      expect(writes).toHaveLength(1);
      await commit(writes);
      await commit(addingCounts(counts, 'led_a'));
      expect(await readLeadCounts()).toEqual(new Map([...counts].map(([name]) => [name, 2])));
    });
  });
});
