import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { leads } = api;
const ann = {
  firstName: 'Ánn',
  lastName: 'Lee',
  company: 'Acme Roofing',
  phones: ['(305) 555-0123'],
  emails: ['Ann.Lee@Example.com'],
  source: 'Website',
  tags: ['Hot', 'hot'],
};

async function team() {
  const tenant = await freshTenant();
  return { tenant, admin: as(tenant.admin), agent: as(tenant.agent) };
}

describe('a lead', () => {
  it('is kept as the trade writes it', async () => {
    const { agent, tenant } = await team();
    const { status, body } = await agent.call(leads.create, ann);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      fullName: 'Ánn Lee',
      phone: '+13055550123',
      phones: [{ number: '+13055550123', label: 'mobile' }],
      email: 'ann.lee@example.com',
      tags: ['hot'],
      status: 'new',
      state: 'live',
      version: 1,
      timeZones: ['America/New_York'],
      createdBy: tenant.agent.userId,
      consent: { sms: { state: 'unknown', at: null } },
    });
    expect(Object.keys(body)).not.toContain('heldPhones');
    expect((await agent.call(leads.get, { id: body.id })).body).toEqual(body);
  });

  it.each([
    [{ phones: ['1.5551E+10'] }, '1.5551E+10 is not a phone number.'],
    [
      { status: 'married' },
      'There is no status married. There are new, contacted, qualified, proposal, won, lost.',
    ],
    [
      { customFields: { roof: 'flat' } },
      'There is no custom field roof. An admin adds it in the settings of leads.',
    ],
    [{ emails: ['nobody'] }, 'Please enter a valid e-mail address.'],
    [{ score: 101 }, expect.stringContaining('score')],
    [{ colour: 'red' }, expect.stringContaining('colour')],
  ])('is refused with %j', async (fields, sentence) => {
    const { agent } = await team();
    const { status, body } = await agent.call(leads.create, { ...ann, ...fields });
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('changes field by field, tells of it, and refuses a change of something older', async () => {
    const { agent } = await team();
    const { body: lead } = await agent.call(leads.create, ann);
    const changed = await agent.call(leads.update, { id: lead.id, status: 'contacted', version: 1 });
    expect(changed.body).toMatchObject({ status: 'contacted', version: 2, company: 'Acme Roofing' });
    const stale = await agent.call(leads.update, { id: lead.id, lastName: 'Low', version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    await agent.call(leads.addTags, { id: lead.id, tags: ['VIP'] });
    await agent.call(leads.addNote, { id: lead.id, text: 'Call on Friday' });
    const { body } = await agent.call(leads.timeline, { id: lead.id });
    expect(body.entries.map(({ kind }) => kind)).toEqual(['note', 'tagged', 'edited', 'created']);
    expect(body.entries[2]!.changes).toEqual([{ field: 'status', before: 'new', after: 'contacted' }]);
    const first = await agent.call(leads.timeline, { id: lead.id, limit: 3 });
    const rest = await agent.call(leads.timeline, { id: lead.id, cursor: first.body.nextCursor! });
    expect(rest.body.entries.map(({ kind }) => kind)).toEqual(['created']);
  });

  it('keeps what a PUT leaves out, and is emptied of what it names as empty', async () => {
    const { agent } = await team();
    const { body: lead } = await agent.call(leads.create, ann);
    const { body } = await agent.call(leads.put, { id: lead.id, company: '', tags: [], dealAmount: null });
    expect(body).toEqual({
      ...lead,
      company: '',
      tags: [],
      dealAmount: null,
      version: 2,
      updatedAt: body.updatedAt,
    });
  });

  it('belongs to its agent alone', async () => {
    const { admin, agent, tenant } = await team();
    const mine = await admin.call(leads.create, { lastName: 'Mine', ownerId: tenant.agent.userId });
    const hers = await admin.call(leads.create, { lastName: 'Hers', ownerId: tenant.admin.userId });
    const nobodys = await admin.call(leads.create, { lastName: 'Free' });
    expect((await agent.call(leads.get, { id: hers.body.id })).status).toBe(404);
    expect((await agent.call(leads.update, { id: hers.body.id, lastName: 'x' })).status).toBe(404);
    const { body } = await agent.call(leads.list, {});
    expect(body.leads.map(({ id }) => id)).toEqual([nobodys.body.id, mine.body.id]);
    const handed = await agent.call(leads.update, { id: nobodys.body.id, ownerId: tenant.admin.userId });
    expect(handed.status).toBe(403);
    expect(
      (await agent.call(leads.update, { id: nobodys.body.id, ownerId: tenant.agent.userId })).status,
    ).toBe(200);
  });
});

describe('a phone', () => {
  it('is at most one live lead’s, however many ask at once', async () => {
    const { agent } = await team();
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        agent.call(leads.create, {
          lastName: `Nr ${n}`,
          phones: [n % 2 ? '3055550199' : '+1 (305) 555-0199'],
        }),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(made.map(({ body }) => body.code))).toEqual(new Set([undefined, 'phone_taken']));
    expect((await agent.call(leads.statistics, {})).body.total).toBe(1);
  }, 30_000);

  it('is free again when its lead has another one or is deleted, and stays with who has it meanwhile', async () => {
    const { agent } = await team();
    const { body: lead } = await agent.call(leads.create, ann);
    await agent.call(leads.update, { id: lead.id, phones: ['2125550111'] });
    const other = await agent.call(leads.create, { lastName: 'Other', phones: ann.phones });
    expect(other.status).toBe(201);
    await agent.call(leads.remove, { id: other.body.id });
    const third = await agent.call(leads.create, { lastName: 'Third', phones: ann.phones });
    expect(third.status).toBe(201);
    const back = await agent.call(leads.restore, { id: other.body.id });
    expect([back.status, back.body.error]).toEqual([409, 'Another lead has the number +13055550123.']);
    await agent.call(leads.remove, { id: third.body.id, force: 'true' });
    expect((await agent.call(leads.restore, { id: other.body.id })).body).toMatchObject({ state: 'live' });
    expect((await agent.call(leads.restore, { id: third.body.id })).status).toBe(404);
  });

  it('may be several leads’ where the tenant says so, and no more once it takes that back', async () => {
    const { admin } = await team();
    const { body: settings } = await admin.call(leads.settings, {});
    const on = await admin.call(leads.updateSettings, { ...settings, allowDuplicatePhones: true });
    const both = [await admin.call(leads.create, ann), await admin.call(leads.create, ann)];
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    await admin.call(leads.updateSettings, { ...on.body, allowDuplicatePhones: false });
    const renamed = await admin.call(leads.update, { id: both[0]!.body.id, lastName: 'Still' });
    expect(renamed.status).toBe(200);
  });
});

describe('finding leads', () => {
  async function some() {
    const { admin, agent, tenant } = await team();
    const people: [string, string, string, Record<string, unknown>][] = [
      ['José', 'García', '3055550101', { status: 'new', tags: ['hot'], score: 10, dealAmount: 500 }],
      ['Mary', 'Jones', '3055550102', { status: 'contacted', tags: ['hot', 'vip'], score: 80 }],
      ['Marianne', 'Smith', '2125550103', { status: 'new', source: 'Fair', score: 50, dealAmount: 900 }],
      ['Zoë', 'Smythe', '2125550104', { status: 'won', emails: ['zoe@garden.example'], score: 90 }],
    ];
    for (const [firstName, lastName, phone, more] of people)
      await admin.call(leads.create, { firstName, lastName, phones: [phone], ...more });
    const search = async (query: string) =>
      (await admin.call(leads.search, { query })).body.leads.map(({ firstName }) => firstName);
    const query = async (filter: object, sort: object = {}) =>
      (await admin.call(leads.query, { filter, sort })).body.leads.map(({ firstName }) => firstName);
    return { admin, agent, tenant, search, query };
  }

  it('by what people type', async () => {
    const { search, admin } = await some();
    expect(await search('garcia')).toEqual(['José']);
    expect(await search('mar')).toEqual(['Marianne', 'Mary']);
    expect(await search('MARY jo')).toEqual(['Mary']);
    expect(await search('jo mary')).toEqual(['Mary']);
    expect(await search('555-0104')).toEqual(['Zoë']);
    expect(await search('0103')).toEqual(['Marianne']);
    expect(await search('305')).toEqual(expect.arrayContaining(['José', 'Mary']));
    expect(await search('+1 (212) 555')).toEqual(['Marianne', 'Zoë']);
    expect(await search('zoe@gar')).toEqual(['Zoë']);
    expect(await search('garden.example')).toEqual(['Zoë']);
    expect(await search('nobody here')).toEqual([]);
    const first = await admin.call(leads.search, { query: 'mar', limit: 1 });
    const rest = await admin.call(leads.search, { query: 'mar', cursor: first.body.nextCursor! });
    expect(rest.body.leads.map(({ firstName }) => firstName)).toEqual(['Mary']);
  });

  it('by a filter with and, or and not, in any order', async () => {
    const { query } = await some();
    const status = { field: 'status', op: 'is', value: 'new' };
    const hot = { field: 'tags', op: 'is', value: 'HOT' };
    expect(await query(status)).toEqual(['Marianne', 'José']);
    expect(await query({ all: [status, hot] })).toEqual(['José']);
    expect(await query({ any: [{ ...status, value: 'won' }, hot] })).toEqual(['Zoë', 'Mary', 'José']);
    expect(await query({ all: [{ ...hot, op: 'isNot' }] })).toEqual(['Zoë', 'Marianne']);
    expect(await query({ all: [] }, { field: 'lastName', direction: 'asc' })).toEqual([
      'José',
      'Mary',
      'Marianne',
      'Zoë',
    ]);
    expect(
      await query({ field: 'score', op: 'atLeast', value: 50 }, { field: 'score', direction: 'desc' }),
    ).toEqual(['Zoë', 'Mary', 'Marianne']);
    expect(await query({ all: [] }, { field: 'dealAmount', direction: 'desc' })).toEqual([
      'Marianne',
      'José',
      'Zoë',
      'Mary',
    ]);
    expect(await query({ field: 'lastName', op: 'startsWith', value: 'smí' })).toEqual(['Marianne']);
    expect(await query({ field: 'lastName', op: 'contains', value: 'AR' })).toEqual(['José']);
    expect(await query({ field: 'dealAmount', op: 'isEmpty' })).toEqual(['Zoë', 'Mary']);
    expect(await query({ field: 'phone', op: 'is', value: '(212) 555-0103' })).toEqual(['Marianne']);
    expect(await query({ field: 'createdAt', op: 'atMost', value: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  it('page by page, each once, and shows an agent only theirs', async () => {
    const { admin, agent, tenant } = await some();
    const { body: mary } = await admin.call(leads.search, { query: 'mary' });
    await admin.call(leads.update, { id: mary.leads[0]!.id, ownerId: tenant.admin.userId });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await agent.call(leads.query, { limit: 2, cursor });
      seen.push(...body.leads.map(({ firstName }) => firstName));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['Zoë', 'Marianne', 'José']);
    expect((await agent.call(leads.search, { query: 'mary' })).body.leads).toEqual([]);
    const second = await admin.call(leads.list, { page: 2, limit: 3 });
    expect(second.body).toMatchObject({ pagination: { total: 4, pages: 2 }, leads: [{ firstName: 'José' }] });
    for (const cursor of ['x', 'eyJieSI6ImlkIn0'])
      expect((await agent.call(leads.query, { cursor })).status).toBe(400);
  });

  it('after their values changed', async () => {
    const { admin, query, search } = await some();
    const { body } = await admin.call(leads.search, { query: 'zoe' });
    await admin.call(leads.update, { id: body.leads[0]!.id, status: 'lost', lastName: 'Baker' });
    expect(await query({ field: 'status', op: 'is', value: 'won' })).toEqual([]);
    expect(await query({ field: 'status', op: 'in', value: ['lost'] })).toEqual(['Zoë']);
    expect([await search('smythe'), await search('baker')]).toEqual([[], ['Zoë']]);
    const { body: figures } = await admin.call(leads.statistics, {});
    expect(figures).toMatchObject({
      total: 4,
      byStatus: { new: 2, contacted: 1, lost: 1 },
      bySource: { Fair: 1 },
    });
    const { body: stages } = await admin.call(leads.funnel, {});
    expect(stages.stages.map(({ key, count, reached }) => [key, count, reached])).toEqual([
      ['new', 2, 2],
      ['contacted', 1, 1],
      ['qualified', 0, 0],
      ['proposal', 0, 0],
      ['won', 0, 1],
      ['lost', 1, 1],
    ]);
  });
});

describe('many leads at once', () => {
  it('each have their own result', async () => {
    const { agent } = await team();
    const { body } = await agent.call(leads.bulkCreate, {
      leads: [ann, { ...ann, lastName: 'Twin' }, { phones: ['nonsense'] }, { lastName: 'Fine' }, 7],
    });
    expect(body.summary).toEqual({ successful: 2, skipped: 0, failed: 3 });
    expect(body.results.map(({ status }) => status).sort()).toEqual([
      'created',
      'created',
      'failed',
      'failed',
      'failed',
    ]);
    const ids = body.results.flatMap(({ id }) => id ?? []);
    const patched = await agent.call(leads.bulkPatch, {
      ids: [...ids, 'led_01J8Z3K4M5N6P7Q8R9S0T1V2W3'],
      changes: { status: 'qualified' },
      addTags: ['fair'],
    });
    expect(patched.body.summary).toEqual({ successful: 2, skipped: 0, failed: 1 });
    expect((await agent.call(leads.tags, {})).body.tags).toContainEqual({ tag: 'fair', count: 2 });
    const removed = await agent.call(leads.bulkRemove, { ids, force: true });
    expect(removed.body.summary.successful).toBe(2);
    expect((await agent.call(leads.statistics, {})).body).toMatchObject({ total: 0, byStatus: {} });
  });
});

describe('many deleted leads', () => {
  it('come back at once, each with its own result', async () => {
    const { agent, admin } = await team();
    const three = await agent.call(leads.bulkCreate, {
      leads: [ann, { ...ann, phones: ['3055550124'] }, { lastName: 'Other', phones: ['3055550125'] }],
    });
    const ids = three.body.results.map(({ id }) => id!);
    expect((await agent.call(leads.bulkRemove, { ids })).body.summary.successful).toBe(3);
    // Somebody else has the second one's number by now; the third is gone for good.
    await agent.call(leads.create, { lastName: 'Heir', phones: ['3055550124'] });
    await admin.call(leads.remove, { id: ids[2]!, force: 'true' });
    const { body } = await agent.call(leads.bulkRestore, { ids: [...ids, ids[0]!] });
    expect(body.summary).toEqual({ successful: 1, skipped: 0, failed: 2 });
    expect(body.results).toEqual([
      { index: 0, id: ids[0], status: 'restored', error: null },
      { index: 1, id: ids[1], status: 'failed', error: expect.stringContaining('+13055550124') },
      { index: 2, id: ids[2], status: 'failed', error: 'The deleted lead was not found.' },
    ]);
    expect((await agent.call(leads.get, { id: ids[0]! })).body).toMatchObject({
      state: 'live',
      tags: ['hot'],
    });
    // Once is enough: what lives cannot be had back again.
    const again = await agent.call(leads.bulkRestore, { ids: [ids[0]!] });
    expect(again.body.summary).toEqual({ successful: 0, skipped: 0, failed: 1 });
  });
});

describe('changes at the same moment', () => {
  it('all hold when none of them names a version', async () => {
    const { agent } = await team();
    const { body: lead } = await agent.call(leads.create, ann);
    const answers = await Promise.all([
      agent.call(leads.update, { id: lead.id, company: 'Acme' }),
      agent.call(leads.update, { id: lead.id, score: 70 }),
      ...['one', 'two', 'three'].map((tag) => agent.call(leads.addTags, { id: lead.id, tags: [tag] })),
      agent.call(leads.bulkPatch, { ids: [lead.id], changes: { brand: 'Sun' }, addTags: ['four'] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { body } = await agent.call(leads.get, { id: lead.id });
    expect(body).toMatchObject({ company: 'Acme', score: 70, brand: 'Sun', version: 7 });
    expect(body.tags.toSorted()).toEqual(['four', 'hot', 'one', 'three', 'two']);
    const stale = await agent.call(leads.update, { id: lead.id, score: 1, version: 6 });
    expect([stale.status, stale.body.code, stale.body.details]).toEqual([409, 'conflict', { version: 7 }]);
  });
});

describe('deleting for good', () => {
  it('is asked for in the query as well as in the body', async () => {
    const { agent } = await team();
    const made = await agent.call(leads.create, ann);
    const gone = (query: string) =>
      agent.send('leads', { method: 'DELETE', path: `/leads/${made.body.id}`, query });
    expect((await gone('force=perhaps')).status).toBe(400);
    expect((await gone('forced=true')).status).toBe(400);
    expect(await gone('force=true')).toMatchObject({ body: { message: 'The lead is gone for good.' } });
    expect((await agent.call(leads.list, { deleted: 'true' })).body.leads).toEqual([]);
    expect((await agent.call(leads.restore, { id: made.body.id })).status).toBe(404);
  });
});

describe('too many tags', () => {
  it('are refused with a sentence, one by one and in bulk', async () => {
    const { agent } = await team();
    const full = Array.from({ length: 30 }, (_, at) => `tag ${at}`);
    const { body: lead } = await agent.call(leads.create, { ...ann, tags: full });
    const one = await agent.call(leads.addTags, { id: lead.id, tags: ['more'] });
    expect([one.status, one.body.error]).toEqual([400, 'A lead has at most 30 tags.']);
    const many = await agent.call(leads.bulkPatch, { ids: [lead.id], changes: {}, addTags: ['more'] });
    expect(many.body.results[0]).toMatchObject({ status: 'failed', error: 'A lead has at most 30 tags.' });
    const swapped = await agent.call(leads.bulkPatch, {
      ids: [lead.id],
      changes: {},
      addTags: ['more'],
      removeTags: ['tag 0'],
    });
    expect(swapped.body.summary.successful).toBe(1);
  });
});

describe('settings and views', () => {
  it('keep statuses that leads have, and type custom fields', async () => {
    const { admin } = await team();
    const { body: settings } = await admin.call(leads.settings, {});
    const roof = { key: 'roof', label: 'Roof', type: 'choice', choices: ['Flat', 'Pitched'] };
    const saved = await admin.call(leads.updateSettings, { ...settings, customFields: [roof] });
    const made = await admin.call(leads.create, { ...ann, customFields: { roof: 'flat' } });
    expect(made.body.customFields).toEqual({ roof: 'Flat' });
    const wrong = await admin.call(leads.update, { id: made.body.id, customFields: { roof: 'round' } });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Roof is one of Flat, Pitched.']);
    const found = await admin.call(leads.query, {
      filter: { field: 'custom.roof', op: 'is', value: 'flat' },
    });
    expect(found.body.leads).toHaveLength(1);
    const without = await admin.call(leads.updateSettings, {
      ...saved.body,
      statuses: settings.statuses.slice(1),
    });
    expect([without.status, without.body.error]).toEqual([
      400,
      '1 lead has the status New. Please give it another one first.',
    ]);
  });

  it('are one’s own unless they are shared', async () => {
    const { admin, agent } = await team();
    const view = { name: 'Hot', filter: { field: 'tags', op: 'is', value: 'hot' }, sort: {} };
    const own = await agent.call(leads.saveView, view);
    await agent.call(leads.saveView, { ...view, name: 'For all', shared: true });
    expect((await admin.call(leads.views, {})).body.views.map(({ name }) => name)).toEqual(['For all']);
    expect((await admin.call(leads.removeView, { id: own.body.id })).status).toBe(404);
    expect((await agent.call(leads.removeView, { id: own.body.id })).status).toBe(200);
  });
});
