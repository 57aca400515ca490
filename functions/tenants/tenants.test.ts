import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { createTenant } from './create.ts';
import { findTenant, listTenantIds, tenantById } from './read.ts';

describe('settings', () => {
  it('every role reads its own tenant, the admin changes it', async () => {
    const { id, admin, agent } = await freshTenant();
    const change = { name: 'Sunny Side', timeZone: 'Europe/Berlin', brandColor: '#00aa55', version: 1 };
    const { body } = await as(admin).call(api.tenants.update, { id, ...change });
    expect(body).toMatchObject({ ...change, id, version: 2 });
    expect((await as(agent).call(api.tenants.get, { id })).body).toEqual(body);
  });

  it('refuses a change of what has changed since', async () => {
    const { id, admin } = await freshTenant();
    await as(admin).call(api.tenants.update, { id, name: 'First', version: 1 });
    const { status, body } = await as(admin).call(api.tenants.update, { id, name: 'Second', version: 1 });
    expect([status, body.code, body.details]).toEqual([409, 'conflict', { version: 2 }]);
  });

  it.each([
    ['a zone of Mars', { timeZone: 'Mars/Base' }, /IANA time zone/],
    ['a colour with more in it', { brandColor: 'red; background: url(x)' }, /hex digits/],
    ['no name', { name: '' }, /enter a name/],
    ['a name of 20,000 characters', { name: 'x'.repeat(20_000) }, /at most 120/],
    ['another plan', { plan: 'standard' }, /plan/],
  ])('refuses %s', async (_, change, sentence) => {
    const { id, admin } = await freshTenant();
    const { status, body } = await as(admin).call(api.tenants.update, { id, ...change });
    expect(status).toBe(400);
    expect(body.error).toMatch(sentence);
  });

  it('another tenant is as unknown as none', async () => {
    const [one, other] = [await freshTenant(), await freshTenant()];
    for (const id of [other.id, 2_000_000_000]) {
      const read = await as(one.admin).call(api.tenants.get, { id });
      const change = await as(one.admin).call(api.tenants.update, { id, name: 'Mine now' });
      for (const { status, body } of [read, change])
        expect([status, body.error]).toEqual([404, 'The tenant was not found.']);
    }
  });
});

describe('the platform operator', () => {
  it('makes a tenant, and reads and changes any', async () => {
    const home = await freshTenant();
    const operator = await home.user('operator');
    const made = await as(operator).call(api.tenants.create, { name: 'New Customer' });
    expect([made.status, made.body.plan, made.body.timeZone]).toEqual([201, 'standard', 'America/New_York']);
    const { id } = made.body;
    const renamed = await as(operator).call(api.tenants.update, { id, name: 'Renamed' });
    expect(renamed.body).toMatchObject({ id, name: 'Renamed' });
    expect((await as(operator).call(api.tenants.get, { id })).body.name).toBe('Renamed');
    expect((await as(operator).call(api.tenants.get, { id: 2_000_000_000 })).status).toBe(404);
  });
});

it('the operator gives a new tenant its first admin, who signs in', async () => {
  const home = await freshTenant();
  const operator = await home.user('operator');
  const admin = { username: 'first', email: 'first@example.com', password: 'long enough' };
  const { body } = await as(operator).call(api.tenants.create, { name: 'New Customer', admin });
  const { username, password } = admin;
  const session = await anybody(home.address).call(api.auth.login, { username, password, tenantId: body.id });
  expect([session.status, session.body.role]).toEqual([200, 'admin']);
});

describe('contexts', () => {
  const contexts = { brand: { name: 'Northwind', logo: null }, calling: { from: 9, weekends: false } };

  it('are empty at first, then what the admin put, with a version', async () => {
    const { admin, agent } = await freshTenant();
    expect((await as(agent).call(api.tenants.contexts)).body).toEqual({ contexts: {}, version: 0 });
    const put = await as(admin).call(api.tenants.setContexts, { contexts, version: 0 });
    expect(put.body).toEqual({ contexts, version: 1 });
    expect((await as(agent).call(api.tenants.contexts)).body).toEqual({ contexts, version: 1 });
  });

  it('of five who put at once, one is not overwritten by the others', async () => {
    const { admin } = await freshTenant();
    const put = (n: number) =>
      as(admin).call(api.tenants.setContexts, { contexts: { brand: { n } }, version: 0 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(put));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const kept = (await as(admin).call(api.tenants.contexts)).body;
    expect(kept).toEqual(answers.find(({ status }) => status === 200)!.body);
  });

  it.each([
    ['a name with a space', { 'no spaces': {} }, /named by letters/],
    ['a value within a value', { brand: { nested: { x: 1 } } }, /contexts/],
    [
      '51 contexts',
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`c${n}`, {}])),
      /at most 50 contexts/,
    ],
    [
      '101 values',
      { big: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, 1])) },
      /at most 100 values/,
    ],
  ])('refuses %s', async (_, bad, sentence) => {
    const { admin } = await freshTenant();
    const { status, body } = await as(admin).call(api.tenants.setContexts, { contexts: bad });
    expect(status).toBe(400);
    expect(body.error).toMatch(sentence);
  });
});

describe('for the other nouns', () => {
  it('the default tenant is made once, under number 1', async () => {
    // Number 1 itself is made by the story of the deployment's first link.
    const id = 900_000_000 + randomInt(99_999_999);
    const make = () => createTenant({ id, name: 'Demo', timeZone: 'America/New_York', plan: 'demo' });
    await expect(make()).resolves.toMatchObject({ id, plan: 'demo' });
    await expect(make()).rejects.toMatchObject({ status: 409 });
  });

  it('a tenant whose first admin cannot be made is not made', async () => {
    let id = 0;
    const work = createTenant({ name: 'Half', timeZone: 'Europe/Berlin' }, () => {
      id = tenantOf();
      throw new Error('no admin');
    });
    await expect(work).rejects.toThrow('no admin');
    expect(await findTenant(id)).toBeUndefined();
    await expect(tenantById(id)).rejects.toMatchObject({ status: 404 });
  });

  it('lists every number once, in order', async () => {
    const made = [(await freshTenant()).id, (await freshTenant()).id];
    const listed: number[] = [];
    for await (const id of listTenantIds()) listed.push(id);
    expect(made.every((id) => listed.includes(id))).toBe(true);
    expect(listed).toEqual([...new Set(listed)].sort((a, b) => a - b));
    expect(listed).not.toContain(platformTenant);
  });

  it('works for a tenant in its own name only', async () => {
    const [one, other] = [await freshTenant(), await freshTenant()];
    const name = await asSystem(one.id, 'test', async () => (await tenantById(other.id)).name);
    expect(name).toBe('Northwind Solar');
  });
});
