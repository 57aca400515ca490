import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { openTracing } from '#tests/support/tracing.ts';
import { tracerSearchWork } from './api.ts';
import { answerWrite, findSearch, historyEnd, searchInsertion, takeOne } from './store.ts';

const { tracers, leads } = api;
let sandbox: TestSandbox;
const before = process.env.SANDBOX_URL;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
  process.env.SANDBOX_URL = sandbox.origin;
});
afterAll(async () => {
  if (before === undefined) delete process.env.SANDBOX_URL;
  else process.env.SANDBOX_URL = before;
  await sandbox.close();
});

const purpose = 'verification' as const;
const june = { firstName: 'June', lastName: 'Harper', city: 'Springfield', state: 'IL', purpose };

async function tracing(limit = 100) {
  const tenant = await freshTenant();
  await openTracing(tenant.id, limit);
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const billed = async () => {
    const { body } = await sandbox.ask<{ requests: { account: string; billed: boolean }[] }>(
      'GET',
      '/sandbox/galaxy',
    );
    return body.requests.filter((one) => one.billed && one.account === `sandbox-${tenant.id}`).length;
  };
  const used = async () => (await admin.call(tracers.usage, {})).body.used;
  const lead = async (fields: object) =>
    (await admin.call(leads.create, { ownerId: tenant.agent.userId, ...fields } as never)).body;
  return { tenant, admin, agent, billed, used, lead };
}

/** The sandbox takes searches and loses so many of its answers. */
const loseAnswers = async (times: number) => {
  await sandbox.script({ match: 'galaxy', provider: { down: true, lost: true, times } });
  onTestFinished(async () => {
    await sandbox.ask('DELETE', '/sandbox/script?match=galaxy');
  });
};

describe('access to skip tracing', () => {
  it('is the operator’s to give, an admin’s to read, and nobody’s before', async () => {
    const [tenant, other] = await Promise.all([freshTenant(), freshTenant()]);
    const [admin, operator] = [as(tenant.admin), as(await other.user('operator'))];
    const refused = await admin.call(tracers.search, june);
    expect([refused.status, refused.body.code]).toEqual([403, 'no_access']);
    expect(refused.body.error).toMatch(/^Access denied\. /);
    expect((await admin.call(tracers.testConnection, {})).status).toBe(403);
    expect((await admin.call(tracers.status, {})).body).toMatchObject({ enabled: false, balance: 0 });
    const id = { tenantId: tenant.id };
    expect((await admin.call(tracers.setAccess, { ...id, enabled: true })).status).toBe(403);
    const given = await operator.call(tracers.setAccess, { ...id, enabled: true, monthlyLimit: 2 });
    expect(given.body).toEqual({ ...id, enabled: true, monthlyLimit: 2 });
    expect((await operator.call(tracers.getAccess, id)).body).toEqual(given.body);
    expect((await admin.call(tracers.getAccess, id)).body).toEqual(given.body);
    expect((await admin.call(tracers.getAccess, { tenantId: other.id })).status).toBe(404);
    expect((await operator.call(tracers.getAccess, { tenantId: 2_000_000_000 })).status).toBe(404);
    expect((await admin.call(tracers.search, june)).status).toBe(200);
    const log = await eventually(async () => {
      const { body } = await admin.call(api.audit.list, { limit: 20 });
      expect(JSON.stringify(body)).toContain('skip tracing from off to 2 searches a month');
      return body;
    });
    expect(log.entries.length).toBeGreaterThan(0);
  });

  it('has agents search about leads of their own alone', async () => {
    const { agent, tenant, lead, admin } = await tracing();
    const own = await lead({ firstName: 'June', lastName: 'Harper', phones: ['+12175550142'] });
    const another = await lead({ firstName: 'Otto', ownerId: tenant.admin.userId });
    const status = async (input: object) => {
      const answer = await agent.call(tracers.search, { ...june, ...input });
      return [answer.status, answer.body.code];
    };
    expect(await status({})).toEqual([400, 'invalid_input']);
    expect(await status({ leadId: another.id })).toEqual([404, 'not_found']);
    expect(await status({ leadId: own.id, lastName: 'Smith' })).toEqual([403, 'not_about_lead']);
    expect((await status({ leadId: own.id }))[0]).toBe(200);
    const phone = { phone: '(217) 555-0142', purpose, leadId: own.id };
    expect((await agent.call(tracers.searchPhone, phone)).body.matches[0]).toMatchObject({ confidence: 95 });
    expect((await agent.call(tracers.searchPhone, { ...phone, phone: '2175550143' })).status).toBe(403);
    await admin.call(tracers.search, { ...june, lastName: 'Brennan' });
    const seen = async (who: typeof agent) => (await who.call(tracers.history, {})).body.searches.length;
    await eventually(async () => expect([await seen(agent), await seen(admin)]).toEqual([2, 3]));
  });
});

describe('a search', () => {
  it('says for what it is, and is kept with it', async () => {
    const { admin } = await tracing();
    for (const wrong of [
      { ...june, purpose: undefined },
      { ...june, city: '', state: '' },
      { ...june, state: 'Mars' },
    ])
      expect((await admin.call(tracers.search, wrong as never)).status).toBe(400);
    const found = await admin.call(tracers.search, june);
    expect(found.body).toMatchObject({ cached: false, sandbox: true, cost: null });
    await eventually(async () => {
      const { body } = await admin.call(tracers.history, {});
      expect(body.searches).toMatchObject([
        { id: found.body.searchId, purpose, state: 'found', billed: 'yes', kind: 'person', username: 'boss' },
      ]);
    });
  });

  it('costs what the contract says, and nothing for 30 days after', async () => {
    const { admin, billed, used } = await tracing();
    await admin.call(tracers.testConnection, { price: 0.35 });
    expect((await admin.call(tracers.search, june)).body).toMatchObject({ cost: 0.35, cached: false });
    const again = await admin.call(tracers.search, { ...june, firstName: ' june ', lastName: 'HARPER' });
    expect(again.body).toMatchObject({ cost: 0, cached: true });
    expect([await billed(), await used()]).toEqual([1, 1]);
    const restore = setClock(() => Date.now() + 31 * 86_400_000);
    onTestFinished(restore);
    expect((await admin.call(tracers.search, june)).body.cached).toBe(false);
    expect(await billed()).toBe(2);
    restore();
    const usage = (await admin.call(tracers.usage, {})).body;
    expect(usage).toMatchObject({ billed: 1, cached: 1, found: 1, cost: 0.35 });
    expect((await admin.call(tracers.usage, { period: '2020-01' })).body).toMatchObject({
      used: 0,
      days: [],
    });
  });

  it('is billed once however often somebody clicks', async () => {
    const { admin, billed, used } = await tracing();
    const clicks = await Promise.all(Array.from({ length: 8 }, () => admin.call(tracers.search, june)));
    expect(clicks.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(clicks.filter(({ body }) => !body.cached)).toHaveLength(1);
    expect([await billed(), await used()]).toEqual([1, 1]);
  });

  it('whose answer is lost may have been billed, is told so, and is sent again only on purpose', async () => {
    const { admin, billed, used } = await tracing();
    await loseAnswers(1);
    const clicks = await Promise.all([admin.call(tracers.search, june), admin.call(tracers.search, june)]);
    expect(clicks.map(({ status, body }) => [status, body.code])).toEqual([
      [504, 'answer_lost'],
      [504, 'answer_lost'],
    ]);
    expect(clicks[0]!.body.error).toMatch(/may have been billed/);
    const later = await admin.call(tracers.search, june);
    expect([later.status, later.body.code]).toEqual([409, 'may_have_been_billed']);
    expect([await billed(), await used()]).toEqual([1, 1]);
    expect((await admin.call(tracers.search, { ...june, again: true })).status).toBe(200);
    expect([await billed(), await used()]).toEqual([2, 2]);
    const usage = (await admin.call(tracers.usage, {})).body;
    expect(usage).toMatchObject({ billed: 1, maybeBilled: 1 });
  });

  it('that the provider refuses gives its place of the month back', async () => {
    const { admin, used, tenant } = await tracing(1);
    await sandbox.script({ match: 'galaxy', provider: { down: true, status: 429, times: 1 } });
    expect((await admin.call(tracers.search, june)).status).toBe(429);
    expect(await used()).toBe(0);
    const credentials = {
      provider: 'tracers',
      accessProfile: 'sandbox-spent',
      password: 'sandbox-spent',
    } as const;
    expect((await admin.call(tracers.testConnection, { credentials })).body.ok).toBe(true);
    const spent = await admin.call(tracers.search, june);
    expect([spent.status, spent.body.error]).toEqual([
      502,
      expect.stringMatching(/is spent.*Nothing was billed/),
    ]);
    expect(await used()).toBe(0);
    const { body } = await admin.call(tracers.status, {});
    expect(body).toMatchObject({
      accessProfile: 'sandbox-spent',
      trouble: expect.stringMatching(/is spent/),
    });
    expect(JSON.stringify(body)).not.toContain('password');
    await admin.call(tracers.testConnection, { credentials: null });
    expect((await admin.call(tracers.search, june)).status).toBe(200);
    expect((await admin.call(tracers.status, {})).body).toMatchObject({ trouble: null, accessProfile: null });
    expect(tenant.id).toBeGreaterThan(0);
  });

  it('never goes over the limit of a month, also with 50 at once', async () => {
    const { admin, billed, used } = await tracing(20);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        admin.call(tracers.search, { ...june, firstName: `Person ${at}` }),
      ),
    );
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    expect([count(200), count(409)]).toEqual([20, 30]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('monthly_limit');
    expect([await billed(), await used()]).toEqual([20, 20]);
  }, 60_000);

  it('whose sender died is called lost by the sweeper', async () => {
    const { admin, tenant } = await tracing();
    const at = clock.iso();
    const search: Parameters<typeof searchInsertion>[0] = {
      searchId: 'trs_cut',
      at,
      kind: 'phone',
      query: { phone: '+12175550142' },
      purpose,
      leadId: null,
      enrichmentId: null,
      userId: tenant.admin.userId,
      username: 'boss',
      state: 'asked',
      billed: 'maybe',
      cached: false,
      cost: null,
      matches: 0,
      error: null,
      sandbox: true,
      question: 'q',
      expiresAt: historyEnd(),
      version: 1,
    };
    const claim = { question: 'q', searchId: 'trs_cut', state: 'asking', at: Date.parse(at) } as const;
    await asSystem(tenant.id, 'test', async () => {
      await commit(
        searchInsertion(search),
        takeOne(at.slice(0, 7), 10, new Error('none left')),
        answerWrite(undefined, { ...claim, error: null, matches: [], sandbox: true }),
      );
      expect(await tracerSearchWork.look('trs_cut')).toBe(Date.parse(at) + 60_000);
      onTestFinished(setClock(() => Date.now() + 61_000));
      for (const _twice of [1, 2]) expect(await tracerSearchWork.look('trs_cut')).toBeUndefined();
      expect(await findSearch('trs_cut')).toMatchObject({ state: 'lost', billed: 'maybe' });
    });
    expect((await admin.call(tracers.usage, {})).body).toMatchObject({ used: 1, maybeBilled: 1 });
  });
});

describe('the credentials', () => {
  it('are kept when the provider takes them, and never come back out', async () => {
    const { admin, agent } = await tracing();
    const credentials = { provider: 'enformion', accessProfile: 'sandbox-mine', password: 'wrong' } as const;
    expect((await agent.call(tracers.testConnection, { credentials })).status).toBe(403);
    const wrong = await admin.call(tracers.testConnection, { credentials });
    expect(wrong.body).toMatchObject({ ok: false, message: expect.stringMatching(/Nothing was kept/) });
    expect((await admin.call(tracers.status, {})).body.accessProfile).toBeNull();
    const right = await admin.call(tracers.testConnection, {
      credentials: { ...credentials, password: 'sandbox-mine' },
    });
    expect(right.body).toMatchObject({ ok: true, sandbox: true });
    expect((await admin.call(tracers.status, {})).body).toMatchObject({
      provider: 'enformion',
      accessProfile: 'sandbox-mine',
      connected: true,
    });
    expect((await admin.call(tracers.testConnection, {})).body.ok).toBe(true);
  });

  it('are missing where there is no sandbox, which a search says', async () => {
    const { admin } = await tracing();
    const { SANDBOX_URL } = process.env;
    delete process.env.SANDBOX_URL;
    onTestFinished(() => {
      process.env.SANDBOX_URL = SANDBOX_URL;
    });
    expect((await admin.call(tracers.search, june)).body.code).toBe('provider_not_connected');
    expect((await admin.call(tracers.status, {})).body).toMatchObject({ connected: false, sandbox: false });
  });
});
