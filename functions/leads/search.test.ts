import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { leads } = api;

afterEach(() => {
  vi.restoreAllMocks();
});

async function office(people: { firstName: string; lastName: string; company?: string }[]) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const { body } = await admin.call(leads.bulkCreate, { leads: people });
  expect(body.summary.failed).toBe(0);
  const search = async (query: string) =>
    (await admin.call(leads.search, { query })).body.leads.map(({ fullName }) => fullName);
  return { admin, search };
}

const namesakes = Array.from({ length: 60 }, (_, n) => ({
  firstName: n % 20 === 0 ? 'Anna' : `Ben${n}`,
  lastName: 'Hartmann',
}));

describe('a search by several words', () => {
  it('finds them in whatever order, begun or whole, with the company', async () => {
    const { search } = await office([
      { firstName: 'Anna Maria', lastName: 'Hartmann', company: 'Roof & Sons' },
      { firstName: 'Anna', lastName: 'Hart', company: 'Hartmann Ltd' },
      { firstName: 'Ben', lastName: 'Hartmann' },
    ]);
    const both = expect.arrayContaining(['Anna Maria Hartmann', 'Anna Hart']);
    expect(await search('anna hartmann')).toEqual(both);
    expect(await search('hartmann an')).toEqual(both);
    expect(await search('sons hartm')).toEqual(['Anna Maria Hartmann']);
    expect(await search('hartmann hart anna ltd')).toEqual(['Anna Hart']);
    expect(await search('hartmann ben sons')).toEqual([]);
  });

  it('finds a name too long for one entry', async () => {
    const long = Array.from({ length: 3 }, (_, n) => `${'abcdefghij'.repeat(9)}${n}`);
    const { search } = await office([
      { firstName: long[0]!, lastName: long[1]!, company: `${long[2]!} Zuletzt` },
    ]);
    expect(await search(`${long[0]} zuletzt`)).toEqual([`${long[0]} ${long[1]}`]);
    expect(await search(`${long[0]} fehlt`)).toEqual([]);
  });

  it('reads no namesake who lacks the other name', async () => {
    const { admin, search } = await office(namesakes);
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    expect(await search('hartmann anna')).toEqual(['Anna Hartmann', 'Anna Hartmann', 'Anna Hartmann']);
    const read = send.mock.calls
      .map(([command]) => command)
      .filter((command) => command instanceof BatchGetCommand)
      .flatMap(({ input }) => Object.values(input.RequestItems ?? {}))
      // The guard's own request names what it wants of its items.
      .filter(({ ProjectionExpression }) => ProjectionExpression === undefined)
      .flatMap(({ Keys }) => Keys ?? []);
    expect(read).toHaveLength(3);
    const first = await admin.call(leads.search, { query: 'hartmann anna', limit: 2 });
    const rest = await admin.call(leads.search, { query: 'hartmann anna', cursor: first.body.nextCursor! });
    const ids = [...first.body.leads, ...rest.body.leads].map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it('reads no bearer of one name where enough have both', async () => {
    const { admin } = await office(namesakes);
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    const { body } = await admin.call(leads.search, { query: 'hartmann anna', limit: 2 });
    expect(body.leads.map(({ fullName }) => fullName)).toEqual(['Anna Hartmann', 'Anna Hartmann']);
    const answers = await Promise.all(
      send.mock.calls.flatMap(([command], n) =>
        command instanceof QueryCommand ? [send.mock.results[n]!.value as Promise<QueryCommandOutput>] : [],
      ),
    );
    expect(answers.map(({ Count }) => Count)).toEqual([2]);
  });

  it('finds the rest where not all names stand side by side, none of them twice', async () => {
    const { admin } = await office([
      ...Array.from({ length: 3 }, () => ({ firstName: 'Anna', lastName: 'Hartmann' })),
      ...Array.from({ length: 3 }, () => ({ firstName: 'Hartmann', lastName: 'Anna', company: 'Roof' })),
      ...Array.from({ length: 3 }, () => ({ firstName: 'Anna Maria', lastName: 'Hartmann' })),
      { firstName: 'Ben', lastName: 'Hartmann' },
    ]);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await admin.call(leads.search, { query: 'anna hartmann', limit: 2, cursor });
      found.push(...body.leads.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect([found.length, new Set(found).size]).toEqual([9, 9]);
  });

  it('follows a new name', async () => {
    const { admin, search } = await office([{ firstName: 'Anna', lastName: 'Hartmann' }]);
    const { body } = await admin.call(leads.search, { query: 'anna hartmann' });
    await admin.call(leads.update, { id: body.leads[0]!.id, firstName: 'Berta' });
    expect(await search('anna hartmann')).toEqual([]);
    expect(await search('hartmann berta')).toEqual(['Berta Hartmann']);
  });
});
