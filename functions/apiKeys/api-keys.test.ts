import { describe, expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { setIdentityCache } from '#functions/kernel/identity.ts';
import { log } from '#functions/kernel/log.ts';
import { api } from '#shared/api/index.ts';
import { apiKeyLimits } from '#shared/model/api-key.ts';
import type { Permission } from '#shared/model/permissions.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant, type TestTenant, withToken } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { findKey } from './store.ts';

async function makeKey(tenant: TestTenant, permissions: Permission[], more: Record<string, unknown> = {}) {
  const { status, body } = await as(tenant.admin).call(api.apiKeys.create, {
    name: 'Website',
    permissions,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, caller: withToken(body.secret, tenant.address) };
}
const audited = (tenant: TestTenant, action: string) =>
  eventually(async () => {
    const { entries } = (await as(tenant.admin).call(api.audit.list, { action })).body;
    expect(entries, action).not.toEqual([]);
    return entries;
  });

describe('an API key', () => {
  it('is shown once, and stored as a hash', async () => {
    const tenant = await freshTenant();
    const { key, secret } = await makeKey(tenant, ['leads.view']);
    expect(secret).toMatch(new RegExp(`^dbk_${tenant.id}_[0-9A-Z]{26}_[A-Za-z0-9_-]{43}$`));
    expect(secret.startsWith(key.prefix)).toBe(true);
    const list = await as(tenant.admin).call(api.apiKeys.list);
    expect(list.body.keys).toMatchObject([
      { id: key.id, name: 'Website', state: 'active', lastUsedAt: null },
    ]);
    const secretPart = secret.slice(key.prefix.length + 1);
    const stored = await asSystem(tenant.id, 'test', () => findKey(key.id));
    for (const text of [JSON.stringify(list.body), JSON.stringify(stored)])
      expect(text).not.toContain(secretPart);
    expect(JSON.stringify(list.body)).not.toMatch(/hash/i);
  });

  it('may what it was given, and nothing by a role', async () => {
    const tenant = await freshTenant();
    const { caller } = await makeKey(tenant, ['leads.view', 'leads.create']);
    const made = await caller.call(api.leads.create, { lastName: 'Key' });
    expect(made.status).toBe(201);
    expect((await caller.call(api.leads.get, { id: made.body.id })).status).toBe(200);
    expect(await caller.call(api.leads.remove, { id: made.body.id })).toMatchObject({
      status: 403,
      body: {
        error: 'Access denied. You need the permission “Delete leads and have them back” (leads.delete).',
        code: 'permission_denied',
      },
    });
  });

  it('sees what an admin sees, and what it does is in its name', async () => {
    const tenant = await freshTenant();
    const { body: lead } = await as(tenant.admin).call(api.leads.create, {
      lastName: 'Taken',
      ownerId: tenant.agent.userId,
    });
    const { caller, key } = await makeKey(tenant, ['leads.view', 'leads.edit']);
    expect((await caller.call(api.leads.get, { id: lead.id })).status).toBe(200);
    expect((await caller.call(api.leads.addNote, { id: lead.id, text: 'By a program' })).status).toBeLessThan(
      300,
    );
    const { body } = await caller.call(api.leads.timeline, { id: lead.id });
    expect(JSON.stringify(body)).toContain(key.id);
  });

  it('makes no call that is about a person', async () => {
    const tenant = await freshTenant();
    const { caller } = await makeKey(tenant, ['leads.view', 'assignments.view', 'content.view']);
    for (const answer of [
      await caller.call(api.users.me),
      await caller.call(api.users.changePassword, { currentPassword: 'x', newPassword: 'long enough' }),
      await caller.call(api.leadAssignments.myLeads),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'person_required' } });
  });

  it('begins an export as a user would, in its own name', async () => {
    const tenant = await freshTenant();
    const { caller, key } = await makeKey(tenant, ['leads.export']);
    const { status, body } = await caller.call(api.leads.startExport, { format: 'csv' });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(JSON.stringify(await audited(tenant, 'lead.exported'))).toContain(key.id);
  });

  it('speaks for its own tenant alone', async () => {
    const [own, other] = [await freshTenant(), await freshTenant()];
    const { secret } = await makeKey(own, ['leads.view']);
    const moved = secret.replace(`dbk_${own.id}_`, `dbk_${other.id}_`);
    expect(await withToken(moved).call(api.leads.list)).toMatchObject({
      status: 401,
      body: { error: 'This API key is not valid.', code: 'invalid_key' },
    });
    const { body } = await as(other.admin).call(api.leads.create, { lastName: 'Theirs' });
    expect((await withToken(secret).call(api.leads.get, { id: body.id })).status).toBe(404);
  });

  it('is refused with a wrong secret, and without a trace of it in the log', async () => {
    const tenant = await freshTenant();
    const { secret } = await makeKey(tenant, ['leads.view']);
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
    const lines: string[] = [];
    const { info } = log;
    log.info = ((...line: unknown[]) => lines.push(JSON.stringify(line))) as never;
    onTestFinished(() => {
      log.info = info;
    });
    expect((await withToken(wrong).call(api.leads.list)).status).toBe(401);
    expect((await withToken(secret).call(api.leads.list)).status).toBe(200);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(secret.slice(-43));
    for (const rubbish of ['dbk_', 'dbk_1_x_y', `${secret}x`, secret.slice(0, -1)])
      expect((await withToken(rubbish).call(api.leads.list)).body.code).toBe('invalid_key');
  });
});

describe('the life of an API key', () => {
  it('ends with its expiry, to the instant', async () => {
    const tenant = await freshTenant();
    const time = timeTravel('2026-03-10T16:00:00Z');
    const { caller } = await makeKey(tenant, ['leads.view'], { validUntil: '2026-03-11T16:00:00.000Z' });
    expect((await caller.call(api.leads.list)).status).toBe(200);
    time.forward({ days: 1 });
    expect(await caller.call(api.leads.list)).toMatchObject({ status: 401, body: { code: 'key_expired' } });
    expect((await as(tenant.admin).call(api.apiKeys.list)).body.keys[0]!.state).toBe('expired');
  });

  it('ends at once when it is revoked, also for calls that read', async () => {
    const tenant = await freshTenant();
    const { caller, key } = await makeKey(tenant, ['leads.view', 'leads.create']);
    expect((await caller.call(api.leads.list)).status).toBe(200);
    expect((await as(tenant.admin).call(api.apiKeys.revoke, { id: key.id })).body.state).toBe('revoked');
    for (const answer of [
      await caller.call(api.leads.list),
      await caller.call(api.leads.create, { lastName: 'Late' }),
    ])
      expect(answer).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
    expect((await as(tenant.admin).call(api.apiKeys.rotate, { id: key.id, overlapDays: 0 })).status).toBe(
      409,
    );
  });

  it('is three seconds longer where a container has just read it, for calls that read alone', async () => {
    const tenant = await freshTenant();
    const time = timeTravel();
    onTestFinished(setIdentityCache());
    const { caller, key } = await makeKey(tenant, ['leads.view', 'leads.create']);
    expect((await caller.call(api.leads.list)).status).toBe(200);
    await as(tenant.admin).call(api.apiKeys.revoke, { id: key.id });
    expect((await caller.call(api.leads.list)).status).toBe(200);
    time.forward({ seconds: 3 });
    expect((await caller.call(api.leads.list)).status).toBe(401);
  });

  it('takes a new secret at once, where a container has just read the key', async () => {
    const tenant = await freshTenant();
    onTestFinished(setIdentityCache());
    const { caller, key } = await makeKey(tenant, ['leads.view']);
    expect((await caller.call(api.leads.list)).status).toBe(200);
    const { body } = await as(tenant.admin).call(api.apiKeys.rotate, { id: key.id, overlapDays: 0 });
    expect((await withToken(body.secret, tenant.address).call(api.leads.list)).status).toBe(200);
  });

  it('goes on with a new secret, and for as many days as wanted with the old one', async () => {
    const tenant = await freshTenant();
    const time = timeTravel('2026-03-10T16:00:00Z');
    const { caller, key } = await makeKey(tenant, ['leads.view']);
    const rotate = (overlapDays: number) =>
      as(tenant.admin).call(api.apiKeys.rotate, { id: key.id, overlapDays });
    const { body } = await rotate(7);
    expect(body.key.previousUntil?.slice(0, 13)).toBe('2026-03-17T16');
    const renewed = withToken(body.secret, tenant.address);
    expect((await caller.call(api.leads.list)).status).toBe(200);
    expect((await renewed.call(api.leads.list)).status).toBe(200);
    time.forward({ days: 7, seconds: 1 });
    expect((await caller.call(api.leads.list)).status).toBe(401);
    expect((await renewed.call(api.leads.list)).status).toBe(200);
    const last = (await rotate(0)).body;
    expect((await renewed.call(api.leads.list)).status).toBe(401);
    expect((await withToken(last.secret, tenant.address).call(api.leads.list)).status).toBe(200);
    expect((await rotate(8)).status).toBe(400);
  });

  it('follows what an admin changes from the next call', async () => {
    const tenant = await freshTenant();
    const { caller, key } = await makeKey(tenant, ['leads.view']);
    const change = { id: key.id, permissions: ['calls.view' as const], version: 1 };
    expect((await as(tenant.admin).call(api.apiKeys.update, change)).status).toBe(200);
    expect((await caller.call(api.leads.list)).status).toBe(403);
    expect((await caller.call(api.calls.list)).status).toBe(200);
    expect((await as(tenant.admin).call(api.apiKeys.update, change)).status).toBe(409);
    expect(await audited(tenant, 'apiKey.changed')).toMatchObject([
      { summary: 'Changed permissions of the API key Website; added calls.view; took leads.view' },
    ]);
  });

  it('stands in the audit log: made, first used, rotated, revoked', async () => {
    const tenant = await freshTenant();
    const { caller, key } = await makeKey(tenant, ['leads.view']);
    await Promise.all(Array.from({ length: 3 }, () => caller.call(api.leads.list)));
    await as(tenant.admin).call(api.apiKeys.rotate, { id: key.id, overlapDays: 1 });
    await as(tenant.admin).call(api.apiKeys.revoke, { id: key.id });
    for (const action of ['apiKey.created', 'apiKey.firstUsed', 'apiKey.rotated', 'apiKey.revoked']) {
      const entries = await audited(tenant, action);
      expect(entries, action).toMatchObject([{ target: { kind: 'apiKey', id: key.id, name: 'Website' } }]);
    }
    expect((await audited(tenant, 'apiKey.firstUsed'))[0]!.actor).toEqual({
      kind: 'key',
      id: key.id,
      name: 'Website',
    });
  });
});

describe('the rate of an API key', () => {
  it('is its own: so many calls a minute, and then 429 until the next', async () => {
    const tenant = await freshTenant();
    const time = timeTravel('2026-03-10T16:00:30Z');
    const [{ caller }, { caller: other }] = [
      await makeKey(tenant, ['leads.view'], { perMinute: 3 }),
      await makeKey(tenant, ['leads.view'], { perMinute: 3 }),
    ];
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.call(api.leads.list)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(refused).toHaveLength(7);
    const { headers, body } = refused[0]!;
    expect(body.retryAfter).toBeGreaterThan(0);
    expect(body.retryAfter).toBeLessThanOrEqual(30);
    expect(headers['retry-after']).toBe(String(body.retryAfter));
    expect((await other.call(api.leads.list)).status).toBe(200);
    time.forward({ seconds: 30 });
    expect((await caller.call(api.leads.list)).status).toBe(200);
  });

  it('does not count what a wrong secret asks', async () => {
    const tenant = await freshTenant();
    const { caller, secret } = await makeKey(tenant, ['leads.view'], { perMinute: 1 });
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
    for (let n = 0; n < 5; n++) expect((await withToken(wrong).call(api.leads.list)).status).toBe(401);
    expect((await caller.call(api.leads.list)).status).toBe(200);
  });
});

describe('who makes API keys', () => {
  it('is an admin alone, whatever permissions somebody holds', async () => {
    const tenant = await freshTenant();
    const { agent, vendor } = tenant;
    for (const user of [agent, vendor])
      expect(
        (await as(user).call(api.apiKeys.create, { name: 'Mine', permissions: ['leads.view'] })).body.error,
      ).toBe('Access denied. admin role required.');
    const { caller } = await makeKey(tenant, ['leads.view']);
    expect((await caller.call(api.apiKeys.list)).status).toBe(403);
  });

  it.each([
    ['apiKeys.manage', '“Make, change and revoke API keys” cannot be given to an API key.'],
    ['users.permissions', '“Give roles and permissions” cannot be given to an API key.'],
    ['audit.view', '“See the audit log” cannot be given to an API key.'],
    ['leads.fly', 'There is no permission leads.fly.'],
  ])('gives none of them %s', async (name, sentence) => {
    const { admin } = await freshTenant();
    const { status, body } = await as(admin).call(api.apiKeys.create, { name: 'X', permissions: [name] });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(sentence);
  });

  it('makes none that has expired already, nor more than there may be', async () => {
    const tenant = await freshTenant();
    const past = await as(tenant.admin).call(api.apiKeys.create, {
      name: 'X',
      permissions: ['leads.view'],
      validUntil: '2020-01-01T00:00:00.000Z',
    });
    expect([past.status, past.body.error]).toEqual([400, 'A key cannot expire in the past.']);
    for (let n = 0; n < apiKeyLimits.keys; n++) await makeKey(tenant, ['leads.view']);
    const more = await as(tenant.admin).call(api.apiKeys.create, { name: 'X', permissions: ['leads.view'] });
    expect(more.status).toBe(409);
  });
});
