import { expect, it, onTestFinished, vi } from 'vitest';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const secret = 'k'.repeat(43);

async function floor() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const modules = async () => {
    const { status, body } = await admin.call(api.system.moduleStatus, {});
    expect(status).toBe(200);
    return Object.fromEntries(body.modules.map(({ name, ...one }) => [name, one]));
  };
  return { tenant, admin, modules };
}

async function onExchange() {
  const one = await floor();
  const { admin, tenant } = one;
  const made = await admin.call(api.telephony.createExchange, {
    name: 'Head office',
    phoneUrl: 'wss://pbx.example.com/ws',
  });
  const { id } = made.body;
  const { token } = (await admin.call(api.telephony.enrolExchange, { id })).body;
  await anybody().call(api.telephony.enrolBridge, { token, secret, version: '1.0' });
  const beat = (connected: boolean) =>
    anybody().send('telephony', {
      method: 'POST',
      path: '/telephony/bridge/heartbeat',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer brg_${tenant.id}_${id}_${secret}`,
      },
      body: JSON.stringify({
        version: '1.0',
        run: 'a-run-of-it',
        journal: 'a-journal-of-one',
        asterisk: { connected, version: null },
        liveCalls: 0,
        phones: 0,
      }),
    });
  await beat(true);
  await admin.call(api.telephony.moveToExchange, { exchangeId: id });
  return { ...one, id, beat };
}

it('tells what is not connected, and what the sandbox stands for', async () => {
  const { modules } = await floor();
  expect(await modules()).toMatchObject({
    table: { state: 'ok', reason: '' },
    exchange: { state: 'not_connected', reason: 'No telephone exchange is connected yet.' },
  });
  vi.stubEnv('SANDBOX_URL', 'http://127.0.0.1:1');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await modules()).toMatchObject({ exchange: { state: 'sandbox' } });
});

it('says of each part that does not simply work why, and what to do', async () => {
  const { modules } = await floor();
  const silent = async () =>
    Object.values(await modules())
      .filter(({ state, reason, advice }) => state !== 'ok' && !(reason && advice))
      .map(({ label }) => label);
  expect(await silent()).toEqual([]);
  const sandbox = await TestSandbox.open();
  onTestFinished(() => sandbox.close());
  vi.stubEnv('SANDBOX_URL', sandbox.origin);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const states = Object.values(await modules()).map(({ state }) => state);
  expect(states.filter((state) => state === 'sandbox').length).toBeGreaterThan(4);
  expect(await silent()).toEqual([]);
});

it('tells how the exchange stands by its heartbeat', async () => {
  const { modules, beat, admin, id } = await onExchange();
  expect((await modules()).exchange).toMatchObject({ state: 'ok', reason: '', seenAt: expect.any(String) });
  await beat(false);
  expect((await modules()).exchange).toMatchObject({
    state: 'degraded',
    reason: 'Head office: Its bridge lives, and its Asterisk is away: no calls can be made.',
  });
  const travel = timeTravel();
  travel.forward({ seconds: 60 });
  expect((await modules()).exchange).toMatchObject({ state: 'down', since: expect.any(String) });
  await admin.call(api.telephony.revokeExchange, { id });
  expect((await modules()).exchange?.state).toBe('not_connected');
});

it('is not for agents', async () => {
  const { tenant } = await floor();
  expect((await as(tenant.agent).call(api.system.moduleStatus, {})).status).toBe(403);
});
