import { beforeAll, expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import { api } from '#shared/api/index.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { withAccountMails } from '#tests/support/account-mails.ts';
import { eventually } from '#tests/support/eventually.ts';
import { withSandboxExchange } from '#tests/support/sandbox-exchange.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { push } from '../exchange/pushes.ts';
import { hearOfEmergency } from './heard-of.ts';

/* Whom a workspace tells when one of its phones calls 911, and what the call shows. 47 CFR 9.16(b) */

const { pbx } = api;
const exchange = withSandboxExchange();
const mails = withAccountMails();
beforeAll(() => {
  vi.stubEnv('ACCOUNT_MAILS', 'on');
});

/** A workspace whose agent Maya is signed in to the phone at 101. */
async function office() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const maya = await tenant.user('agent', { username: 'maya' });
  const { body: extension } = await admin.call(pbx.createExtension, {
    number: '101',
    name: 'Desk 7',
    userId: maya.userId,
  });
  const { body: session } = await as(maya).call(pbx.startPhoneSession, { device: 'browser' });
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const phone = await inTenant(async () => phoneNameOf('101'));
  /** Dials at the phone itself, as a browser at the sandbox's exchange does. */
  const dial = (number: string, password: string = session.password!) =>
    fetch(`${exchange().origin}/sandbox/line/${phone}/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${password}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'emergency', number }),
    });
  const calls = async (user = tenant.agent) => (await as(user).call(pbx.listEmergencyCalls)).body.calls;
  return { tenant, admin, maya, extension, phone, dial, calls, inTenant };
}

it('keeps an emergency call with who called from where, for everybody of the workspace and nobody else', async () => {
  const { admin, extension, dial, calls } = await office();
  const other = await freshTenant();
  await admin.call(pbx.updateExtension, { id: extension.id, location: '1 Main St, floor 3' });
  await admin.call(pbx.setEmergencySettings, { callbackNumber: '(305) 555-0100', location: '1 Main St' });
  expect((await dial('911')).status).toBe(200);
  const told = {
    number: '911',
    extension: '101',
    name: 'Desk 7',
    userName: 'Maya Tester',
    callbackNumber: '+13055550100',
    location: '1 Main St, floor 3',
  };
  await eventually(async () => expect(await calls()).toEqual([expect.objectContaining(told)]));
  expect((await as(other.admin).call(pbx.listEmergencyCalls)).body.calls).toEqual([]);
});

it('refuses whoever has not the password of the phone, and any other number', async () => {
  const { dial, calls } = await office();
  expect((await dial('911', 'another password')).status).toBe(401);
  expect((await dial('+13055550100')).status).toBe(400);
  expect(await calls()).toEqual([]);
});

it('mails whom the settings name, once, and every admin where they name nobody', async () => {
  const { tenant, admin, phone, inTenant, calls } = await office();
  const at = clock.iso();
  const told = { event: 'emergency-dialled', phone, talkSeconds: 0, at } as const satisfies ExchangeEvent;
  const hear = (to: string, emergencyId: string) =>
    inTenant(() => hearOfEmergency({ ...told, to, emergencyId }));
  const desk = `desk-${tenant.id}@example.com`;
  const boss = `boss-${tenant.id}@example.com`;
  await tenant.user('admin', { username: 'boss2', email: boss });
  await admin.call(pbx.setEmergencySettings, { contacts: [desk.toUpperCase()] });
  await hear('911', 'one');
  await hear('911', 'one');
  expect((await mails.to(desk)).map(({ subject }) => subject)).toEqual(['911 was called: extension 101']);
  expect(await mails.to(boss)).toEqual([]);
  await admin.call(pbx.setEmergencySettings, { contacts: [] });
  await hear('933', 'two');
  const [test] = await mails.to(boss);
  expect(test).toMatchObject({ subject: 'Test of 911: extension 101' });
  expect(test!.body).toContain('Location: not stated');
  await eventually(async () => expect(await calls()).toHaveLength(2));
});

it('tells again where the mails were not asked for, as after a kill', async () => {
  const { tenant, admin, phone, inTenant } = await office();
  const desk = `front-${tenant.id}@example.com`;
  await admin.call(pbx.setEmergencySettings, { contacts: [desk] });
  const at = clock.iso();
  const told = {
    event: 'emergency-dialled',
    phone,
    to: '911',
    emergencyId: 'k',
    talkSeconds: 0,
    at,
  } as const;
  const queue = process.env.ACCOUNTS_QUEUE_URL!;
  vi.stubEnv('ACCOUNTS_QUEUE_URL', `${queue}-that-is-gone`);
  await expect(inTenant(() => hearOfEmergency(told))).rejects.toThrow();
  vi.stubEnv('ACCOUNTS_QUEUE_URL', queue);
  expect(await mails.to(desk)).toEqual([]);
  await inTenant(() => hearOfEmergency(told));
  expect(await mails.to(desk)).toHaveLength(1);
});

it('shows the extension’s caller ID, else the workspace’s callback number', async () => {
  const { admin, extension, dial, calls } = await office();
  await admin.call(pbx.setEmergencySettings, { callbackNumber: '+13055550100' });
  await dial('933');
  await eventually(async () => expect(await calls()).toHaveLength(1));
  await admin.call(pbx.updateExtension, { id: extension.id, callerId: '+13055550101' });
  await dial('933');
  await eventually(async () =>
    expect((await calls()).map(({ callbackNumber }) => callbackNumber).sort()).toEqual([
      '+13055550100',
      '+13055550101',
    ]),
  );
});

it('tells the exchange where a phone stands: the extension’s location, else the workspace’s', async () => {
  const { admin, extension, phone, inTenant } = await office();
  const asked = vi.spyOn(globalThis, 'fetch');
  /** What the exchange was told of the phone last, once nothing is left to tell. */
  const told = async () => {
    await inTenant(() => push({ kind: 'phone', name: phone }));
    const [, init] = asked.mock.calls.findLast(([, one]) => one?.method === 'PUT')!;
    return JSON.parse(String(init!.body)).location;
  };
  await admin.call(pbx.setEmergencySettings, { location: '1 Main St' });
  expect(await told()).toBe('1 Main St');
  await admin.call(pbx.updateExtension, { id: extension.id, location: '1 Main St, floor 3' });
  expect(await told()).toBe('1 Main St, floor 3');
  asked.mockRestore();
});

it('lets admins alone change who is told, and refuses what is no number or address', async () => {
  const { tenant, admin } = await office();
  const set = (input: object) => admin.call(pbx.setEmergencySettings, input);
  expect((await as(tenant.agent).call(pbx.setEmergencySettings, {})).status).toBe(403);
  expect((await set({ callbackNumber: '911' })).status).toBe(400);
  expect((await set({ contacts: ['front desk'] })).status).toBe(400);
  expect((await set({ location: 'x'.repeat(201) })).status).toBe(400);
});
