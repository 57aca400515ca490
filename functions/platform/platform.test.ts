import { describe, expect, it } from 'vitest';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { createTenant } from '#functions/tenants/create.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant, type TestTenant, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { makeLink } from './setup-link.ts';

const { platform, audit } = api;

/** An operator, who belongs to a tenant of their own, and a customer. */
async function world() {
  const [home, customer] = await Promise.all([freshTenant(), freshTenant()]);
  return { operator: as(await home.user('operator')), home, customer };
}

const actionsIn = async (tenant: TestTenant) =>
  (await as(tenant.admin).call(audit.list, {})).body.entries
    .filter(({ actor }) => actor.kind === 'operator')
    .map(({ summary }) => summary);

const trial = async () => {
  const { id } = await createTenant({ name: 'Trial Roofing', timeZone: 'America/New_York', plan: 'trial' });
  return id;
};

describe('an operator', () => {
  it('sees tenants page by page, and finds them by name, number and standing', async () => {
    const { operator, customer } = await world();
    const { body: first } = await operator.call(platform.listTenants, { limit: 1 });
    expect(first.tenants).toHaveLength(1);
    const { body: second } = await operator.call(platform.listTenants, {
      limit: 1,
      cursor: first.nextCursor!,
    });
    expect(second.tenants[0]!.id).toBeGreaterThan(first.tenants[0]!.id);
    // By its number it comes at once, however many there are before it.
    const { body: found } = await operator.call(platform.listTenants, {
      search: String(customer.id),
      limit: 1,
    });
    expect(found.tenants).toMatchObject([
      {
        id: customer.id,
        name: 'Northwind Solar',
        plan: 'standard',
        standing: 'active',
        users: 3,
        admins: 1,
      },
    ]);
    const { body: others } = await operator.call(platform.listTenants, {
      search: String(customer.id),
      cursor: found.nextCursor!,
    });
    expect(others.tenants).toEqual([]);
    await operator.call(platform.suspend, { id: customer.id, reason: 'Sends spam.' });
    await eventually(async () => {
      const { body: suspended } = await operator.call(platform.listTenants, {
        standing: 'suspended',
        limit: 100,
      });
      expect(suspended.tenants.map(({ id }) => id)).toContain(customer.id);
      expect(suspended.tenants.every(({ standing }) => standing === 'suspended')).toBe(true);
    });
  });

  it('suspends a tenant with a reason and ends it again, which its admins read in their audit log', async () => {
    const { operator, customer } = await world();
    const { id } = customer;
    const { body: suspended } = await operator.call(platform.suspend, { id, reason: 'Sends spam.' });
    expect(suspended).toMatchObject({ standing: 'suspended', suspendedReason: 'Sends spam.' });
    expect((await operator.call(platform.suspend, { id, reason: 'Again.' })).status).toBe(409);
    const { body: resumed } = await operator.call(platform.resume, { id });
    expect(resumed).toMatchObject({ standing: 'active', suspendedAt: null, suspendedReason: null });
    expect(await actionsIn(customer)).toEqual([
      'Ended the suspension of Northwind Solar',
      'Suspended Northwind Solar: Sends spam.',
    ]);
  });

  it('leaves the same entries in the platform’s own log', async () => {
    const { operator, home, customer } = await world();
    await operator.call(platform.suspend, { id: customer.id, reason: 'Unpaid invoices.' });
    const { body } = await operator.call(platform.activity, { limit: 100 });
    const entry = body.entries.find(({ target }) => target?.id === String(customer.id));
    expect(entry).toMatchObject({
      action: 'operator.suspended',
      actor: { kind: 'operator', name: expect.stringContaining('operator') },
      address: home.address,
    });
  });

  it('leaves a trace when looking into a tenant', async () => {
    const { operator, customer } = await world();
    await operator.call(platform.getTenant, { id: customer.id });
    expect(await actionsIn(customer)).toEqual(['Looked at the settings of Northwind Solar']);
  });

  it('extends a trial from its end, and one that is over from now', async () => {
    const time = timeTravel('2026-03-01T08:00:00.000Z');
    const { operator } = await world();
    const id = await trial();
    const { body: extended } = await operator.call(platform.extendTrial, { id, days: 10 });
    expect(extended).toMatchObject({ plan: 'trial', trialEndsAt: expect.stringMatching(/^2026-03-25/) });
    time.forward({ days: 40 });
    expect((await operator.call(platform.getTenant, { id })).body.standing).toBe('trialOver');
    const { body: again } = await operator.call(platform.extendTrial, { id, days: 3 });
    expect(again).toMatchObject({ standing: 'active', trialEndsAt: expect.stringMatching(/^2026-04-13/) });
    expect(Date.parse(again.trialEndsAt!)).toBeLessThanOrEqual(clock.now() + 3 * 86_400_000);
  });

  it('converts a trial for good, and extends no other plan', async () => {
    const { operator } = await world();
    const id = await trial();
    const { body } = await operator.call(platform.setPlan, { id, plan: 'standard' });
    expect(body).toMatchObject({ plan: 'standard', trialEndsAt: null, standing: 'active' });
    const refused = await operator.call(platform.extendTrial, { id, days: 3 });
    expect(refused).toMatchObject({ status: 400, body: { error: 'This workspace is not on trial.' } });
  });

  it('sets limits in place of the plan’s and takes them back, which hold at once and stand in both logs', async () => {
    const { operator, customer } = await world();
    const { id } = customer;
    const set = (caps: object) => operator.call(platform.setCaps, { id, ...caps });
    const add = (n: number) =>
      as(customer.admin).call(api.users.create, {
        username: `new${n}`,
        email: `new${n}@example.com`,
        password: 'a long enough one',
      });
    const { body } = await set({ users: 4, messagesPerDay: 2_500 });
    expect(body).toMatchObject({ planCaps: {}, setCaps: { users: 4, messagesPerDay: 2_500 } });
    expect((await add(1)).status).toBe(201);
    expect(await add(2)).toMatchObject({ status: 409, body: { code: 'cap_reached' } });
    // What is left out stays; null leaves it to the plan.
    expect((await set({ users: null })).body.setCaps).toEqual({ messagesPerDay: 2_500 });
    expect((await add(2)).status).toBe(201);
    const summaries = [
      "Changed the limits of Northwind Solar: users from 4 to the plan's",
      "Changed the limits of Northwind Solar: messages a day from the plan's to 2,500, users from the plan's to 4",
    ];
    expect(await actionsIn(customer)).toEqual(summaries);
    const { entries } = (await operator.call(platform.activity, { limit: 100 })).body;
    const own = entries.filter(({ target }) => target?.id === String(id));
    expect(own.map(({ summary }) => summary)).toEqual(summaries);
    // Setting what stands already is no change.
    await set({ messagesPerDay: 2_500 });
    expect(await actionsIn(customer)).toHaveLength(2);
    expect((await operator.call(platform.getTenant, { id: await trial() })).body).toMatchObject({
      planCaps: { messagesPerDay: 100, users: 10 },
      setCaps: {},
    });
  });

  it.each([{ users: -1 }, { users: 2.5 }, { users: 10_000_001 }, { users: '5' }, { leads: 5 }])(
    'is refused the limit %j',
    async (caps) => {
      const { operator, customer } = await world();
      const { status } = await operator.call(platform.setCaps, { id: customer.id, ...caps } as never);
      expect(status).toBe(400);
      expect(await actionsIn(customer)).toEqual([]);
    },
  );

  it('makes a tenant whose first admin comes by a link that works once', async () => {
    const { operator } = await world();
    const made = await operator.call(platform.createTenant, { name: 'Summit Roofing' });
    expect(made.status).toBe(201);
    const { tenant, link } = made.body;
    const token = link.split('#')[1]!;
    expect(link).toBe(`http://localhost:3000/setup#${token}`);
    const { body: state } = await anybody().call(platform.checkSetup, { token });
    expect(state).toMatchObject({ company: 'Summit Roofing', mayMakeOperator: false });
    const admin = { username: 'susan', email: 'susan@summit.example', password: 'seven small bells ring' };
    const { status, body } = await anybody().call(platform.setup, { token, admin });
    expect([status, body]).toEqual([
      201,
      { tenantId: tenant.id, tenantName: 'Summit Roofing', username: 'susan' },
    ]);
    const login = await anybody().call(api.auth.login, {
      username: 'susan',
      password: admin.password,
      tenantId: tenant.id,
    });
    expect(login.body.role).toBe('admin');
    const again = await anybody().call(platform.setup, { token, admin: { ...admin, username: 'mallory' } });
    expect(again).toMatchObject({ status: 409, body: { code: 'link_used' } });
    const renewed = await operator.call(platform.adminLink, { id: tenant.id });
    expect(renewed).toMatchObject({ status: 409, body: { code: 'has_admin' } });
    const log = (await withToken(login.body.token).call(audit.list, {})).body.entries;
    expect(log.map(({ action }) => action)).toContain('platform.bootstrapped');
  });

  it('is the only one who may do any of it', async () => {
    const { customer } = await world();
    for (const call of [platform.listTenants, platform.suspend, platform.setPlan, platform.activity])
      expect((await as(customer.admin).call(call, { id: customer.id })).body.error).toBe(
        'Access denied. operator role required.',
      );
  });
});

describe('a trial that is over', () => {
  it('is read-only with the sentence that says why, until the operator extends it', async () => {
    const { operator, customer } = await world();
    const time = timeTravel();
    const admin = as(customer.admin);
    await operator.call(platform.setPlan, { id: customer.id, plan: 'trial' });
    const { id } = (await admin.call(api.leads.create, { lastName: 'Lee' })).body;
    const write = () => admin.call(api.leads.create, { lastName: 'Kim' });
    const standing = async () => (await admin.call(api.tenants.get, { id: customer.id })).body.standing;
    time.forward({ days: 14, seconds: 1 });
    expect(await standing()).toBe('trialOver');
    expect((await admin.call(api.leads.get, { id })).body.lastName).toBe('Lee');
    expect(await write()).toMatchObject({
      status: 403,
      body: { code: 'trial_over', error: expect.stringMatching(/^The trial of this workspace is over\./) },
    });
    // One's own account stays one's own.
    expect((await admin.call(api.auth.listSessions)).status).toBe(200);
    await operator.call(platform.extendTrial, { id: customer.id, days: 7 });
    expect(await standing()).toBe('active');
    expect((await write()).status).toBe(201);
    time.forward({ days: 8 });
    expect((await write()).body.code).toBe('trial_over');
    await operator.call(platform.setPlan, { id: customer.id, plan: 'standard' });
    expect((await write()).status).toBe(201);
  });
});

describe('a link for a first admin', () => {
  const admin = { username: 'susan', email: 'susan@summit.example', password: 'seven small bells ring' };
  const tenantWithLink = async () => {
    const { id } = await createTenant({ name: 'Summit Roofing', timeZone: 'America/New_York' });
    return { id, ...(await makeLink(id)) };
  };
  const use = (token: string, extra: object = {}) =>
    anybody().call(platform.setup, { token, admin, ...extra });

  it('works for 72 hours', async () => {
    const time = timeTravel();
    const { token } = await tenantWithLink();
    time.forward({ minutes: 72 * 60 - 1 });
    expect((await anybody().call(platform.checkSetup, { token })).status).toBe(200);
    time.forward({ minutes: 1 });
    for (const answer of [await anybody().call(platform.checkSetup, { token }), await use(token)])
      expect(answer).toMatchObject({ status: 410, body: { code: 'link_over' } });
  });

  it('no longer works when a newer one was made, nor with a letter changed', async () => {
    const { id, token } = await tenantWithLink();
    const { token: newer } = await makeLink(id);
    const changed = newer.slice(0, -1) + (newer.endsWith('A') ? 'B' : 'A');
    for (const one of [token, changed, token.replace(/^setup_\d+/, 'setup_2000000000')])
      expect(await use(one)).toMatchObject({ status: 404, body: { code: 'link_unknown' } });
    expect((await use(newer)).status).toBe(201);
  });

  it('makes one admin when it is used many times at once', async () => {
    const { id, token } = await tenantWithLink();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        anybody().call(platform.setup, {
          token,
          admin: { ...admin, username: `susan${n}`, email: `susan${n}@summit.example` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const { listUsers } = await import('#functions/users/list.ts');
    await eventually(async () => {
      const { users } = await asSystem(id, 'test', () => listUsers({ page: 1, limit: 10 }));
      expect(users).toHaveLength(1);
    });
  });

  it('of one tenant makes no operator', async () => {
    const { token } = await tenantWithLink();
    const operator = { ...admin, username: 'oscar', email: 'oscar@summit.example' };
    expect(await use(token, { operator })).toMatchObject({
      status: 400,
      body: { error: 'This link makes no operator.' },
    });
  });

  it('is kept as a hash alone', async () => {
    const { id, token } = await tenantWithLink();
    const { findLink } = await import('./setup-store.ts');
    const kept = await asSystem(platformTenant, 'test', () => findLink(id));
    expect(JSON.stringify(kept)).not.toContain(token.slice(-43));
  });
});
