import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant, testPassword } from '#tests/support/tenant.ts';

const anna = {
  username: 'Anna',
  email: 'Anna.Smith@Example.com',
  password: 'long enough',
  firstName: 'Anna',
  lastName: 'Smith',
};
const noUser = 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

describe('adding a user', () => {
  it('makes an agent of the caller’s tenant, and answers no trace of the password', async () => {
    const { admin, id } = await freshTenant();
    const { status, body } = await as(admin).call(api.users.create, anna);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      tenantId: id,
      username: 'anna',
      email: 'anna.smith@example.com',
      fullName: 'Anna Smith',
      role: 'agent',
      isActive: true,
      version: 1,
    });
    expect(JSON.stringify(body)).not.toMatch(/password|hash|scrypt|epoch/i);
  });

  it.each([
    ['the username', { email: 'other@example.com' }, 'The username anna is taken.'],
    ['the e-mail address', { username: 'anna2' }, 'The e-mail address anna.smith@example.com is taken.'],
  ])('refuses %s a second time, in any case of letters', async (_, change, sentence) => {
    const { admin } = await freshTenant();
    await as(admin).call(api.users.create, anna);
    const again = await as(admin).call(api.users.create, { ...anna, ...change });
    expect([again.status, again.body.error]).toEqual([409, sentence]);
  });

  it('lets another tenant have the same username', async () => {
    const [one, other] = [await freshTenant(), await freshTenant()];
    expect((await as(one.admin).call(api.users.create, anna)).status).toBe(201);
    expect((await as(other.admin).call(api.users.create, anna)).status).toBe(201);
  });

  it.each([
    ['an unknown field', { tenantId2: 7 }, /tenantId2/],
    ['another tenant', { tenantId: 7 }, /tenantId/],
    ['the operator’s role', { role: 'operator' }, /role/],
    ['a short password', { password: 'short' }, /at least 8 characters/],
    ['a name of 20,000 characters', { firstName: 'x'.repeat(20_000) }, /at most 100 characters/],
    ['a number for a name', { firstName: 5 }, /firstName/],
    ['no address', { email: 'anna' }, /valid e-mail/],
    ['a script for a username', { username: '<script>alert(1)</script>' }, /username/i],
  ])('refuses %s with a sentence', async (_, change, sentence) => {
    const { admin } = await freshTenant();
    const { status, body } = await as(admin).call(api.users.create, { ...anna, ...change });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.error).toMatch(sentence);
  });

  it('keeps a script in a name as the text it is', async () => {
    const { admin } = await freshTenant();
    const firstName = `<img src=x onerror="alert('1')">`;
    const { body } = await as(admin).call(api.users.create, { ...anna, firstName });
    const read = await as(admin).call(api.users.get, { id: body.userId });
    expect(read.body.firstName).toBe(firstName);
    expect(read.headers['content-type']).toBe('application/json');
  });
});

describe('listing users', () => {
  it('turns pages by username, each user once, with the total', async () => {
    const tenant = await freshTenant();
    for (let n = 0; n < 7; n++) await tenant.user('agent', { username: `rep${n}` });
    await eventually(async () => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((page) => as(tenant.admin).call(api.users.list, { page, limit: 3 })),
      );
      expect(pages.map(({ body }) => body.users.map(({ username }) => username))).toEqual([
        ['agent', 'boss', 'rep0'],
        ['rep1', 'rep2', 'rep3'],
        ['rep4', 'rep5', 'rep6'],
        ['vendor'],
        [],
      ]);
      expect(pages[1]!.body.pagination).toEqual({ page: 2, limit: 3, total: 10, pages: 4 });
    });
  });

  it.each([
    ['username', 'ann'],
    ['first name', 'ANNA S'],
    ['last name', 'smi'],
    ['e-mail address', 'contact@'],
  ])('finds by the beginning of the %s', async (_, search) => {
    const { admin } = await freshTenant();
    await as(admin).call(api.users.create, { ...anna, username: 'anna', email: 'contact@example.com' });
    await eventually(async () => {
      const { body } = await as(admin).call(api.users.list, { search });
      expect(body.users.map(({ username }) => username)).toEqual(['anna']);
      expect(body.pagination.total).toBe(1);
    });
  });

  it('narrows to a role', async () => {
    const { admin } = await freshTenant();
    await eventually(async () => {
      const { body } = await as(admin).call(api.users.list, { role: 'vendor' });
      expect(body.users.map(({ role }) => role)).toEqual(['vendor']);
    });
  });

  it.each([{ page: 0 }, { limit: 501 }, { limit: 'x' }, { role: 'king' }, { sort: 'up' }])(
    'refuses %j',
    async (query) => {
      const { admin } = await freshTenant();
      expect((await as(admin).call(api.users.list, query)).status).toBe(400);
    },
  );
});

describe('changing a user', () => {
  it('counts versions and refuses a change of what has changed since', async () => {
    const { admin, agent } = await freshTenant();
    const first = await as(admin).call(api.users.update, { id: agent.userId, firstName: 'Ada', version: 1 });
    expect(first.body).toMatchObject({ firstName: 'Ada', version: 2 });
    const stale = await as(admin).call(api.users.update, { id: agent.userId, firstName: 'Eve', version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict', details: { version: 2 } } });
    expect(stale.body.error).toBe(
      'Somebody has changed this user since you opened it. Reload it and try again.',
    );
  });

  it('moves the e-mail address at once where no mail could confirm it: the old one is free', async () => {
    vi.stubEnv('ACCOUNT_MAILS', '');
    onTestFinished(() => void vi.stubEnv('ACCOUNT_MAILS', 'on'));
    const { admin, agent, vendor } = await freshTenant();
    const change = (id: string, email: string) => as(admin).call(api.users.update, { id, email });
    expect((await change(agent.userId, 'new@example.com')).status).toBe(200);
    expect((await change(vendor.userId, 'new@example.com')).body.code).toBe('email_taken');
    expect((await change(vendor.userId, agent.email)).status).toBe(200);
  });

  it('sets role and permissions in a call of their own', async () => {
    const { admin, agent } = await freshTenant();
    const permissions = { 'leads.export': true, 'leads.delete': false };
    const change = { id: agent.userId, role: 'vendor' as const, permissions };
    const { body } = await as(admin).call(api.users.rolePermissions, change);
    expect(body).toMatchObject({ role: 'vendor', permissions });
  });

  it('sets an extension and takes it away', async () => {
    const { admin, agent } = await freshTenant();
    const set = (extension: string | null) =>
      as(admin).call(api.users.update, { id: agent.userId, extension });
    expect((await set('1001')).body.extension).toBe('1001');
    expect((await set(null)).body.extension).toBeNull();
  });

  it('answers 404 for another tenant’s user just as for an unknown one', async () => {
    const [one, other] = [await freshTenant(), await freshTenant()];
    for (const id of [other.agent.userId, noUser]) {
      const calls = [
        await as(one.admin).call(api.users.get, { id }),
        await as(one.admin).call(api.users.update, { id, firstName: 'X' }),
        await as(one.admin).call(api.users.rolePermissions, { id, role: 'vendor' }),
        await as(one.admin).call(api.users.remove, { id }),
      ];
      for (const { status, body } of calls)
        expect([status, body.error]).toEqual([404, 'The user was not found.']);
    }
  });
});

describe('removing a user', () => {
  it('frees username and e-mail address, ends the sessions, and leaves the list', async () => {
    const tenant = await freshTenant();
    const { admin, agent } = tenant;
    const credentials = { username: agent.username, password: testPassword, tenantId: tenant.id };
    const session = (await anybody(tenant.address).call(api.auth.login, credentials)).body;
    expect((await as(admin).call(api.users.remove, { id: agent.userId })).status).toBe(200);

    expect((await as(admin).call(api.users.get, { id: agent.userId })).status).toBe(404);
    expect((await as(agent).call(api.users.me)).status).toBe(401);
    const { refreshToken } = session;
    expect((await anybody(tenant.address).call(api.auth.refresh, { refreshToken })).status).toBe(401);
    expect((await anybody(tenant.address).call(api.auth.login, credentials)).status).toBe(401);
    const { username, email } = agent;
    expect((await as(admin).call(api.users.create, { ...anna, username, email })).status).toBe(201);
    await eventually(async () => {
      const { body } = await as(admin).call(api.users.list, { search: 'agent' });
      expect(body.users).toHaveLength(1);
      expect(body.users[0]!.userId).not.toBe(agent.userId);
    });
  });
});

it('shows everybody themselves', async () => {
  const tenant = await freshTenant();
  for (const user of [tenant.admin, tenant.agent, tenant.vendor]) {
    const { status, body } = await as(user).call(api.users.me);
    expect([status, body.userId, body.role]).toEqual([200, user.userId, user.role]);
  }
});
