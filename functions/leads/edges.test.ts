import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { tableName } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { leads } = api;
async function team() {
  const tenant = await freshTenant();
  return { tenant, admin: as(tenant.admin), agent: as(tenant.agent) };
}
const many = (n: number, of: (k: number) => string) => Array.from({ length: n }, (_, k) => of(k)).join(' ');
/** A sound filter, larger than an item of the table has room for. */
const tooLong = {
  any: Array.from({ length: 20 }, (_, n) => ({
    field: 'brand',
    op: 'in',
    value: Array.from({ length: 100 }, (_, k) => `${n}-${k}`.padEnd(450, 'x')),
  })),
};

const daySeconds = 24 * 3600;
/** When a lead and each of its entries go by themselves, in seconds since 1970; undefined for never. */
async function expiriesOf(leadId: string): Promise<(number | undefined)[]> {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const pages = paginateScan(
    { client: table },
    {
      TableName: tableName(),
      ConsistentRead: true,
      FilterExpression: 'leadId = :id AND #of IN (:lead, :entry)',
      ExpressionAttributeNames: { '#of': '__edb_e__' },
      ExpressionAttributeValues: { ':id': leadId, ':lead': 'lead', ':entry': 'leadEntry' },
    },
  );
  const items = [];
  for await (const { Items } of pages) items.push(...(Items ?? []));
  return items.map(({ expiresAt }) => expiresAt);
}

describe('leads at their edges', () => {
  it('a lead with as much as it may hold can be deleted', async () => {
    const { admin } = await team();
    const create = (words: number) =>
      admin.call(leads.create, {
        firstName: many(20, (k) => `a${k}`).slice(0, 100),
        lastName: many(25, (k) => `b${k}`).slice(0, 99),
        company: many(Math.max(0, words - 45), (k) => `c${k}`),
        tags: Array.from({ length: words < 45 ? words - 15 : 30 }, (_, k) => `t${k}`),
      });
    let made = await create(60);
    for (let words = 59; made.status !== 201 && words > 20; words--) made = await create(words);
    const gone = await admin.call(leads.remove, { id: made.body.id });
    expect([gone.status, gone.body.error]).toEqual([200, undefined]);
  });

  it('a custom field that was taken away holds no other change up', async () => {
    const { admin } = await team();
    const { body: settings } = await admin.call(leads.settings, {});
    const f = (key: string) => ({ key, label: key, type: 'text', choices: [] });
    const saved = await admin.call(leads.updateSettings, {
      ...settings,
      customFields: [f('roof'), f('door')],
    });
    const made = await admin.call(leads.create, {
      lastName: 'x',
      customFields: { roof: 'flat', door: 'red' },
    });
    await admin.call(leads.updateSettings, { ...saved.body, customFields: [f('door')] });
    const up = await admin.call(leads.update, { id: made.body.id, customFields: { door: 'blue' } });
    const put = await admin.call(leads.put, { id: made.body.id, lastName: 'y' });
    expect([up.status, up.body.error, put.status, put.body.error]).toEqual([200, undefined, 200, undefined]);
  });

  it('a phone stays one lead’s after duplicates were allowed for a while', async () => {
    const { admin } = await team();
    const { body: settings } = await admin.call(leads.settings, {});
    const on = await admin.call(leads.updateSettings, { ...settings, allowDuplicatePhones: true });
    await admin.call(leads.create, { lastName: 'a', phones: ['3055550123'] });
    await admin.call(leads.create, { lastName: 'b', phones: ['3055550123'] });
    await admin.call(leads.updateSettings, { ...on.body, allowDuplicatePhones: false });
    const third = await admin.call(leads.create, { lastName: 'c', phones: ['3055550123'] });
    expect([third.status, third.body.code]).toEqual([409, 'phone_taken']);
  });

  it('the longest names in Hangul can be kept', async () => {
    const { admin } = await team();
    const made = await admin.call(leads.create, { lastName: '각'.repeat(100), firstName: '각'.repeat(100) });
    expect([made.status, made.body.error]).toEqual([201, undefined]);
  });

  it('half a letter is replaced and no fault of ours', async () => {
    const { admin } = await team();
    const made = await admin.call(leads.create, { lastName: 'x\ud800', tags: ['\ud800'] });
    expect([made.status, made.body.error]).toEqual([201, undefined]);
  });

  it('a view whose filter is too long to keep is refused', async () => {
    const { admin } = await team();
    const made = await admin.call(leads.saveView, { name: 'v', filter: tooLong, sort: {} });
    expect([made.status, made.body.error]).toEqual([400, expect.any(String)]);
  });

  it('an export whose filter is too long to keep is refused', async () => {
    const { admin } = await team();
    const made = await admin.call(leads.startExport, { filter: tooLong });
    expect([made.status, made.body.error]).toEqual([400, expect.any(String)]);
  });

  it('settings with too many choices are refused', async () => {
    const { admin } = await team();
    const { body: settings } = await admin.call(leads.settings, {});
    const customFields = Array.from({ length: 50 }, (_, n) => ({
      key: `f${n}`,
      label: `F${n}`,
      type: 'choice',
      choices: Array.from({ length: 100 }, (_, k) => `${n}-${k}`.padEnd(100, 'x')),
    }));
    const made = await admin.call(leads.updateSettings, { ...settings, customFields });
    expect([made.status, made.body.error]).toEqual([400, expect.any(String)]);
  });

  it('an address finds nobody who merely has a name of it', async () => {
    const { admin } = await team();
    await admin.call(leads.create, {
      firstName: 'Zoë',
      lastName: 'Smythe',
      emails: ['zoe.smythe@x.example'],
    });
    await admin.call(leads.create, { firstName: 'Bob', lastName: 'Smythe' });
    const { body } = await admin.call(leads.search, { query: 'zoe.smythe@x.ex' });
    expect(body.leads.map(({ firstName }) => firstName)).toEqual(['Zoë']);
  });

  it('a long text of a custom field is found', async () => {
    const { admin } = await team();
    const { body: settings } = await admin.call(leads.settings, {});
    await admin.call(leads.updateSettings, {
      ...settings,
      customFields: [{ key: 'note', label: 'Note', type: 'text', choices: [] }],
    });
    const note = 'long '.repeat(40).trim();
    await admin.call(leads.create, { lastName: 'a', customFields: { note } });
    const { body } = await admin.call(leads.query, {
      filter: { field: 'custom.note', op: 'is', value: note },
    });
    expect(body.leads).toHaveLength(1);
  });

  it('a phone filter looks at digits, with the country or without', async () => {
    const { admin } = await team();
    await admin.call(leads.create, { lastName: 'a', phones: ['3055550123'] });
    const q = async (op: string, value: unknown) =>
      (await admin.call(leads.query, { filter: { field: 'phone', op, value } })).body.leads?.length;
    expect([
      await q('is', 'abc'),
      await q('contains', 'abc'),
      await q('startsWith', 'x'),
      await q('startsWith', '305'),
    ]).toEqual([0, 0, 0, 1]);
  });

  it('a page counts what its reader may see', async () => {
    const { admin, agent, tenant } = await team();
    await admin.call(leads.create, { lastName: 'a', ownerId: tenant.admin.userId });
    await admin.call(leads.create, { lastName: 'b', ownerId: tenant.agent.userId });
    await admin.call(leads.create, { lastName: 'c' });
    const t = async (who: typeof admin, q: { ownerId?: string; status?: string }) =>
      (await who.call(leads.list, q)).body.pagination.total;
    expect([
      await t(admin, {}),
      await t(admin, { ownerId: tenant.agent.userId }),
      await t(agent, {}),
      await t(agent, { status: 'new' }),
      await t(agent, { ownerId: tenant.admin.userId }),
      await t(admin, { ownerId: tenant.agent.userId, status: 'won' }),
    ]).toEqual([3, 1, 2, 2, 0, 0]);
  });

  it('amounts come back to nothing', async () => {
    const { admin } = await team();
    const { body } = await admin.call(leads.create, { lastName: 'a', dealAmount: 0.1 });
    await admin.call(leads.update, { id: body.id, dealAmount: 0.3 });
    await admin.call(leads.remove, { id: body.id });
    expect((await admin.call(leads.statistics, {})).body.dealAmount).toEqual({ open: 0, won: 0, lost: 0 });
  });

  it('a vendor owns no lead', async () => {
    const { admin, tenant } = await team();
    const made = await admin.call(leads.create, { lastName: 'a', ownerId: tenant.vendor.userId });
    expect(made.status).toBe(400);
  });

  it('times compare as instants', async () => {
    const { admin } = await team();
    const { body } = await admin.call(leads.create, { lastName: 'a' });
    const at = Date.parse(body.createdAt);
    // one hour before creation, written in the zone +09:00
    const written = `${new Date(at - 3600_000 + 9 * 3600_000).toISOString().slice(0, 19)}+09:00`;
    const q = async (field: string, op: string, value: string) =>
      (await admin.call(leads.query, { filter: { field, op, value } })).body.leads?.length;
    const exact = `${body.createdAt.slice(0, 19)}Z`;
    expect([
      await q('createdAt', 'atLeast', written),
      await q('updatedAt', 'atLeast', written),
      await q('updatedAt', 'atMost', written),
      await q('updatedAt', 'atLeast', exact),
      await q('createdAt', 'atLeast', exact),
    ]).toEqual([1, 1, 0, 1, 1]);
  });

  it('a condition without its value is refused', async () => {
    const { admin } = await team();
    const q = async (value: unknown, op = 'between') =>
      (await admin.call(leads.query, { filter: { field: 'score', op, value } })).status;
    expect([await q(5), await q([1]), await q(undefined), await q(undefined, 'is')]).toEqual([
      400, 400, 400, 400,
    ]);
  });

  it('a deleted one goes with all that leads to it, and stays when it is had back', async () => {
    const { admin } = await team();
    const given = { lastName: 'Gone', phones: ['3055550177'], tags: ['x'] };
    const { id } = (await admin.call(leads.create, given)).body;
    expect((await expiriesOf(id)).some(Boolean)).toBe(false);
    const before = clock.seconds();
    await admin.call(leads.remove, { id });
    const expiries = await expiriesOf(id);
    // The lead itself and its entry among the deleted ones.
    expect(expiries).toHaveLength(2);
    for (const at of expiries) {
      expect(at).toBeGreaterThanOrEqual(before + 30 * daySeconds);
      expect(at).toBeLessThanOrEqual(clock.seconds() + 30 * daySeconds);
    }
    await admin.call(leads.restore, { id });
    const back = await expiriesOf(id);
    expect(back.length).toBeGreaterThan(2);
    expect(back.some(Boolean)).toBe(false);
    // It reads the table of all tests whole, three times.
  }, 240_000);
});

describe('the state of an address', () => {
  it('is kept by its two letters, refused when there is none, and what is stored stays editable', async () => {
    const { agent } = await team();
    const made = await agent.call(leads.create, { lastName: 'Ito', address: { state: 'D.C.' } });
    expect(made.body.address).toMatchObject({ state: 'DC', country: 'US' });
    const { id } = made.body;
    const moved = await agent.call(leads.update, { id, address: { state: 'Ontario' } });
    expect(moved.body).toMatchObject({ address: { state: 'ON', country: 'CA' } });
    const wrong = await agent.call(leads.update, { id, address: { state: 'Atlantis' } });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringContaining('Atlantis: This is no state') }),
    ]);
    expect((await agent.call(leads.create, { lastName: 'Ray', address: { state: 'Atlantis' } })).status).toBe(
      400,
    );
  });
});

describe('a lead that nothing is known of', () => {
  const sentence = 'A lead needs at least a name, a company, a phone number or an e-mail address.';
  it('is refused, by itself, among many and as a change', async () => {
    const { agent } = await team();
    for (const nothing of [{}, { tags: ['vip'], firstName: '  ' }]) {
      const { status, body } = await agent.call(leads.create, nothing);
      expect([status, body.error]).toEqual([400, sentence]);
    }
    const many = await agent.call(leads.bulkCreate, { leads: [{}, { lastName: 'Ito' }] });
    expect(many.body.results.map(({ error }) => error)).toEqual([sentence, null]);
    const { id } = (await agent.call(leads.create, { company: 'Acme' })).body;
    const emptied = await agent.call(leads.put, { id, company: '' });
    expect([emptied.status, emptied.body.error]).toEqual([400, sentence]);
  });
});
