import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { auditEntry, recordAudit } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import type { AuditAction, AuditRecord } from '#shared/model/audit.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  anybody,
  as,
  freshTenant,
  type TestTenant,
  type TestUser,
  testPassword,
} from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { audit, users, auth } = api;

const entriesOf = async (tenant: TestTenant, filter: object = {}): Promise<AuditRecord[]> =>
  (await as(tenant.admin).call(audit.list, { limit: 200, ...filter })).body.entries;

/** The newest entry of an action. */
const entryOf = async (tenant: TestTenant, action: AuditAction): Promise<AuditRecord | undefined> =>
  (await entriesOf(tenant)).find((entry) => entry.action === action);

const signIn = ({ username, tenantId, address }: TestUser, password = testPassword) =>
  anybody(address).call(auth.login, { username, password, tenantId });

describe('signing in and out', () => {
  it('is kept with who, when and from which address', async () => {
    const tenant = await freshTenant();
    const { agent } = tenant;
    const { body } = await signIn(agent);
    await anybody(agent.address).call(auth.logout, { refreshToken: body.refreshToken });
    const [out, login] = await entriesOf(tenant);
    const actor = { kind: 'user', id: agent.userId, name: 'agent' };
    expect(login).toMatchObject({
      action: 'user.signedIn',
      summary: 'Signed in',
      actor,
      address: agent.address,
      target: { kind: 'user', id: agent.userId, name: 'agent' },
    });
    expect(Date.parse(login!.at)).toBeLessThanOrEqual(clock.now());
    expect(out).toMatchObject({ action: 'user.signedOut', actor, address: agent.address });
  });

  it('is kept when it fails, and found under the user whose account was tried', async () => {
    const tenant = await freshTenant();
    const { agent } = tenant;
    expect((await signIn(agent, 'not the password')).status).toBe(401);
    const failed = await eventually(async () => {
      const [entry] = await entriesOf(tenant, { user: agent.userId });
      expect(entry?.action).toBe('user.signInFailed');
      return entry!;
    });
    expect(failed).toMatchObject({
      summary: 'Sign-in as agent failed: wrong password',
      actor: { kind: 'visitor', id: '' },
      address: agent.address,
    });
    await as(tenant.admin).call(users.update, { id: agent.userId, isActive: false });
    expect((await signIn(agent)).status).toBe(403);
    expect((await entryOf(tenant, 'user.signInFailed'))?.summary).toBe(
      'Sign-in as agent failed: the account is deactivated',
    );
  });

  it('keeps no username that nobody has, since people type passwords there', async () => {
    const tenant = await freshTenant();
    await signIn({ ...tenant.agent, username: 'my-secret-password' });
    expect((await entryOf(tenant, 'user.signInFailed'))?.summary).toBe(
      'Sign-in as an unknown username failed: wrong password',
    );
    expect(JSON.stringify(await entriesOf(tenant))).not.toContain('my-secret');
  });

  it('writes nothing into the partition of a tenant that does not exist', async () => {
    const { agent } = await freshTenant();
    const tenantId = 2_000_000_000;
    expect((await signIn({ ...agent, tenantId })).status).toBe(401);
    const left = await asSystem(tenantId, 'test', () =>
      import('./list.ts').then(({ listAudit }) => listAudit({}, 10)),
    );
    expect(left.entries).toEqual([]);
  });
});

describe('changes of users', () => {
  it('each leave an entry that says what changed, and never a password', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const made = await admin.call(users.create, {
      username: 'anna',
      email: 'anna@example.com',
      password: 'the first secret of anna',
    });
    const id = made.body.userId;
    await admin.call(users.rolePermissions, { id, role: 'vendor', permissions: { 'leads.view': true } });
    await admin.call(users.rolePermissions, { id, permissions: { 'leads.edit': false } });
    await admin.call(users.update, { id, password: 'the second secret of anna', email: 'a@example.com' });
    await admin.call(users.update, { id, isActive: false });
    await admin.call(users.remove, { id });
    const sentences = (await entriesOf(tenant)).map(({ summary }) => summary);
    expect(sentences.slice(0, 8).reverse()).toEqual(
      expect.arrayContaining([
        'Added anna as agent',
        'Changed the role of anna from agent to vendor',
        'Changed the permissions of anna: granted leads.view',
        "Changed the permissions of anna: denied leads.edit; back to the role's default leads.view",
        'Changed the password of anna',
        'Changed the pending e-mail address of anna',
        'Deactivated anna',
        'Removed anna',
      ]),
    );
    expect(JSON.stringify(await entriesOf(tenant))).not.toContain('secret of anna');
  });

  it('that are refused leave none', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const before = await entriesOf(tenant);
    const { status } = await admin.call(users.update, {
      id: tenant.agent.userId,
      email: tenant.vendor.email,
    });
    expect(status).toBe(409);
    expect(await entriesOf(tenant)).toEqual(before);
  });
});

/** What must be there afterwards, and the call that does it. */
const deeds: [
  AuditAction,
  string | RegExp,
  (tenant: TestTenant, admin: ReturnType<typeof as>) => Promise<unknown>,
][] = [
  [
    'lead.deleted',
    'Deleted the lead Ann Lee',
    async (_, admin) => {
      const { body } = await admin.call(api.leads.create, { firstName: 'Ann', lastName: 'Lee' });
      await admin.call(api.leads.remove, { id: body.id });
    },
  ],
  [
    'lead.deleted',
    'Deleted 2 leads for good',
    async (_, admin) => {
      const ids = [];
      for (const firstName of ['Ann', 'Bob'])
        ids.push((await admin.call(api.leads.create, { firstName })).body.id);
      await admin.call(api.leads.bulkRemove, { ids: [...ids, 'led_none'], force: true });
    },
  ],
  [
    'lead.exported',
    'Exported 0 leads as CSV',
    (_, admin) => admin.call(api.leads.startExport, { format: 'csv', filter: { all: [] } }),
  ],
  ['call.exported', 'Exported 0 calls from the call log', (_, admin) => admin.call(api.calls.export, {})],
  [
    'content.exported',
    /^Exported Sign\S* as image$/,
    async (_, admin) => {
      const { body } = await admin.call(api.content.create, { name: 'Sign' });
      await admin.call(api.content.createExport, { id: body.id, exportType: 'image' });
    },
  ],
  [
    'content.exported',
    'Exported 1 sign as image',
    async (_, admin) => {
      const { body } = await admin.call(api.content.create, { name: 'Sign' });
      await admin.call(api.content.bulkExport, { projectIds: [body.id], exportType: 'image' });
    },
  ],
  [
    'submission.exported',
    'Exported what visitors sent by Sign',
    async (_, admin) => {
      const { body } = await admin.call(api.content.create, { name: 'Sign' });
      await admin.call(api.content.exportSubmissions, { id: body.id });
    },
  ],
  [
    'project.deleted',
    'Deleted the sign Sign',
    async (_, admin) => {
      const { body } = await admin.call(api.content.create, { name: 'Sign' });
      await admin.call(api.content.remove, { id: body.id });
    },
  ],
  [
    'journey.deleted',
    'Deleted the journey Welcome',
    async (_, admin) => {
      const { body } = await admin.call(api.journeys.create, { name: 'Welcome' });
      await admin.call(api.journeys.remove, { id: body.id });
    },
  ],
  [
    'webhook.secretRotated',
    'Changed the token of the webhook Site',
    async (_, admin) => {
      const { body } = await admin.call(api.webhooks.create, { name: 'Site', brand: 'B', source: 'S' });
      await admin.call(api.webhooks.update, { id: body.id, securityToken: 'a-secret-of-the-webhook' });
    },
  ],
  [
    'webhook.deleted',
    'Deleted the webhook Site',
    async (_, admin) => {
      const { body } = await admin.call(api.webhooks.create, { name: 'Site', brand: 'B', source: 'S' });
      await admin.call(api.webhooks.remove, { id: body.id });
    },
  ],
  [
    'webhook.secretRotated',
    'Changed the secret of the webhook CRM',
    async (_, admin) => {
      const { body } = await admin.call(api.webhooks.createEndpoint, {
        name: 'CRM',
        url: 'https://example.com',
      });
      await admin.call(api.webhooks.updateEndpoint, { id: body.id, rotateSecret: true });
    },
  ],
  [
    'endpoint.deleted',
    'Deleted the outgoing endpoint CRM',
    async (_, admin) => {
      const { body } = await admin.call(api.webhooks.createEndpoint, {
        name: 'CRM',
        url: 'https://example.com',
      });
      await admin.call(api.webhooks.removeEndpoint, { id: body.id });
    },
  ],
  [
    'providerKey.changed',
    'Changed the keys of OptiSigns: API key set',
    (_, admin) => admin.call(api.signage.setConfig, { apiKey: 'a secret of the provider' }),
  ],
  [
    'providerKey.changed',
    'Changed the keys of Telnyx: API key',
    (_, admin) => admin.call(api.sms.setConfig, { provider: 'telnyx', apiKey: 'a secret of the provider' }),
  ],
  [
    'messages.settingsChanged',
    'Changed postal address, daily limit of mails',
    (_, admin) =>
      admin.call(api.email.saveConfig, { postalAddress: '1 Main Street, Springfield', dailyLimit: 900 }),
  ],
  [
    'tenant.settingsChanged',
    "Changed the workspace's time zone",
    ({ id }, admin) => admin.call(api.tenants.update, { id, timeZone: 'Europe/Paris' }),
  ],
];

describe('other deeds', () => {
  it.each(deeds)('leave %s: %s', async (action, sentence, work) => {
    const tenant = await freshTenant();
    await work(tenant, as(tenant.admin));
    const entry = await entryOf(tenant, action);
    if (typeof sentence === 'string') expect(entry?.summary).toBe(sentence);
    else expect(entry?.summary).toMatch(sentence);
    expect(entry?.actor).toMatchObject({ kind: 'user', id: tenant.admin.userId, name: 'boss' });
    expect(JSON.stringify(entry)).not.toMatch(/a.secret.of/);
  });

  it('of an operator who looks into a tenant are named as an operator’s there', async () => {
    const [tenant, platform] = [await freshTenant(), await freshTenant()];
    const operator = await platform.user('operator');
    await as(operator).call(api.tenants.get, { id: tenant.id });
    expect(await entryOf(tenant, 'operator.entered')).toMatchObject({
      actor: { kind: 'operator', id: operator.userId, name: operator.username },
    });
    await as(tenant.admin).call(api.tenants.get, { id: tenant.id });
    expect((await entriesOf(tenant)).filter(({ action }) => action === 'operator.entered')).toHaveLength(1);
  });
});

/** Notes `count` exports of the call log, one a day from a moment on, and leaves the clock at the last of them. */
async function onePerDay(tenant: TestTenant, from: string, count: number) {
  const time = timeTravel(from);
  for (let day = 0; day < count; day++) {
    if (day > 0) time.forward({ days: 1 });
    await asSystem(tenant.id, 'test', () => recordAudit('call.exported', null, { calls: day }));
  }
  return time;
}

describe('the list', () => {
  it('goes through the months by a cursor, newest first, each entry once', async () => {
    const tenant = await freshTenant();
    await onePerDay(tenant, '2026-03-20T08:00:00.000Z', 45);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await as(tenant.admin).call(audit.list, {
        limit: 7,
        from: '2026-03-20T00:00:00.000Z',
        to: '2026-05-04T00:00:00.000Z',
        ...(cursor ? { cursor } : {}),
      });
      expect(body.entries.length).toBeLessThanOrEqual(7);
      for (const { action, details } of body.entries)
        if (action === 'call.exported') seen.push(Number(details.calls));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, day) => 44 - day));
  });

  it('finds by period, action and user', async () => {
    const tenant = await freshTenant();
    await onePerDay(tenant, '2026-03-30T08:00:00.000Z', 4);
    const period = { from: '2026-03-31T00:00:00.000Z', to: '2026-04-02T00:00:00.000Z' };
    const daysOf = (entries: AuditRecord[]) => entries.map(({ at }) => at.slice(5, 10));
    expect(daysOf(await entriesOf(tenant, period))).toEqual(['04-01', '03-31']);
    await eventually(async () =>
      expect(daysOf(await entriesOf(tenant, { ...period, action: 'call.exported' }))).toEqual([
        '04-01',
        '03-31',
      ]),
    );
    expect(await entriesOf(tenant, { ...period, action: 'lead.exported' })).toEqual([]);
    expect(await entriesOf(tenant, { ...period, user: tenant.admin.userId })).toEqual([]);
    expect(await entriesOf(tenant, { from: period.to, to: period.from })).toEqual([]);
  });

  it('finds of a user only what an action names', async () => {
    const tenant = await freshTenant();
    await as(tenant.admin).call(api.calls.export, {});
    await as(tenant.admin).call(api.leads.startExport, { format: 'csv', filter: { all: [] } });
    await as(tenant.agent).call(api.calls.export, {});
    await eventually(async () => {
      const found = await entriesOf(tenant, { user: tenant.admin.userId, action: 'call.exported' });
      expect(found.map(({ actor }) => actor.name)).toEqual(['boss']);
    });
  });

  it('forgets what is older than 400 days, whether the table has swept it or not', async () => {
    const tenant = await freshTenant();
    const time = await onePerDay(tenant, '2026-01-10T08:00:00.000Z', 1);
    time.forward({ days: 399 });
    const exports = async () => (await entriesOf(tenant)).filter(({ action }) => action === 'call.exported');
    expect(await exports()).toHaveLength(1);
    time.forward({ days: 2 });
    expect(await exports()).toEqual([]);
  });

  it('refuses a cursor that it never gave', async () => {
    const tenant = await freshTenant();
    const { status } = await as(tenant.admin).call(audit.list, { cursor: 'eyJhdCI6Im5vdyJ9' });
    expect(status).toBe(400);
  });

  it('is not for agents and vendors', async () => {
    const tenant = await freshTenant();
    for (const user of [tenant.agent, tenant.vendor])
      for (const call of [audit.list, audit.export]) expect((await as(user).call(call, {})).status).toBe(403);
  });
});

describe('the file', () => {
  it('holds what the filter finds, with formulas made harmless, and stands in the log itself', async () => {
    const tenant = await freshTenant();
    await asSystem(tenant.id, 'test', () =>
      commit(
        auditEntry('project.deleted', { kind: 'project', id: 'prj_1', name: '=1+1' }, {}),
        auditEntry('webhook.deleted', { kind: 'webhook', id: 'whk_1', name: 'Site' }, {}),
      ),
    );
    const { body } = await eventually(async () => {
      const answer = await as(tenant.admin).call(audit.export, { action: 'project.deleted' });
      expect(answer.body.entries).toBe(1);
      return answer;
    });
    expect(body).toMatchObject({ truncated: false, filename: expect.stringMatching(/^audit log .+\.csv$/) });
    const csv = await (await fetch(body.downloadUrl)).text();
    expect(csv).toContain(`"'=1+1"`);
    expect(csv).toContain('Deleted the sign =1+1');
    expect(csv).not.toContain('whk_1');
    expect((await entryOf(tenant, 'audit.exported'))?.summary).toBe('Exported 1 entry of this audit log');
  });
});
