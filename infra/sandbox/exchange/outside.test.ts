import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ExchangeEvent, exchangeEvent } from '#shared/exchange/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from '../sandbox-testing.ts';

/* Agents who have signed in with a telephone outside, as a mobile, which the exchange rings by its number. */

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sandbox.told.length = 0;
  await sandbox.ask('DELETE', '/sandbox/script');
});

const lead = '+13055550123';
const ours = '+15615550100';
const mobile = '+13055550177';
let tenants = 500;

async function agentOutside() {
  const id = ++tenants;
  const phone = `t${id}-101`;
  const callback = { callbackUrl: `${sandbox.receiver}/events/${id}`, secret: 'the secret of the line' };
  const ask = <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
    sandbox.ask<T>(method, `/exchange/v1${path}`, body, { authorization: `Bearer sandbox-${id}` });
  await ask('PUT', '/account', callback);
  const settings = { name: 'Ann', password: 'password-of-a-phone' };
  await ask('PUT', `/phones/${phone}`, { ...settings, kind: 'outside', outsideNumber: mobile });
  const told = (): ExchangeEvent[] =>
    sandbox.told
      .filter(({ path }) => path === `/events/${id}`)
      .map(({ body }) => exchangeEvent.parse(JSON.parse(body)));
  return {
    phone,
    settings,
    ask,
    told,
    steps: () => told().map(({ event }) => event),
    registered: async () =>
      (await ask<{ phones: { registered: boolean }[] }>('GET', '/phones')).body.phones[0]?.registered,
    place: () =>
      ask('POST', '/calls', {
        callId: `cal_of_tenant_${id}`,
        to: lead,
        callerId: ours,
        maxRingSeconds: 30,
        agent: { phone },
        ...callback,
      }),
  };
}

it('is rung by its number without having registered, and then the lead', async () => {
  await sandbox.script({ match: lead, call: { result: 'answered', afterMs: 0 } });
  await sandbox.script({ match: mobile, call: { result: 'answered', afterMs: 0 } });
  const { place, registered, told, steps, phone } = await agentOutside();
  expect(await registered()).toBe(true);
  await place();
  await eventually(async () => expect(steps()).toContain('answered'));
  expect(steps()).toEqual(['phone-registered', 'agent-ringing', 'agent-answered', 'ringing', 'answered']);
  expect(told().find(({ event }) => event === 'agent-answered')).toMatchObject({ phone });
});

it('declines where it is busy, so that the lead is not rung', async () => {
  await sandbox.script({ match: mobile, call: { result: 'busy', afterMs: 0 } });
  const { place, told, steps } = await agentOutside();
  await place();
  await eventually(async () => expect(steps()).toContain('ended'));
  expect(steps()).not.toContain('ringing');
  expect(told().at(-1)).toMatchObject({ event: 'ended', result: 'failed' });
});

it('is not put through where its mailbox answers, which presses no key', async () => {
  await sandbox.script({ match: mobile, call: { result: 'voicemail', afterMs: 0 } });
  const { place, steps, ask, phone, settings } = await agentOutside();
  await place();
  await eventually(async () => expect(steps()).toContain('agent-ringing'));
  await new Promise((done) => setTimeout(done, 300));
  expect(steps()).not.toContain('agent-answered');
  // Of a browser it has to register, like any other.
  await ask('PUT', `/phones/${phone}`, settings);
  await eventually(async () => expect(steps()).toContain('phone-gone'));
});
