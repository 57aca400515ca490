import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { TestSandbox } from '../sandbox-testing.ts';
import { accountOf, lead, password } from './account-testing.ts';

/* Agents who have signed in with a telephone outside, as a mobile, which the exchange rings by its number. */

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.ask('DELETE', '/sandbox/script');
  await sandbox.ask('POST', '/sandbox/clock', { now: null });
});

const mobile = '+13055550177';

/** An account whose agent 101 has signed in with a mobile. */
async function outside() {
  const account = await accountOf(sandbox);
  const phone = account.phone('101');
  const put = (kind: object) => account.ask('PUT', `/phones/${phone}`, { name: 'Ann', password, ...kind });
  await put({ kind: 'outside', outsideNumber: mobile });
  const registered = async () => {
    const { body } = await account.ask<{ phones: { registered: boolean }[] }>('GET', '/phones');
    return body.phones[0]?.registered;
  };
  return { ...account, put, registered };
}

it('is rung by its number without having registered, and then the lead', async () => {
  await sandbox.script({ match: lead, call: { result: 'answered', afterMs: 0 } });
  await sandbox.script({ match: mobile, call: { result: 'answered', afterMs: 0 } });
  const { place, registered, events, steps, phone } = await outside();
  expect(await registered()).toBe(true);
  await place('101');
  await eventually(async () => expect(steps()).toContain('answered'));
  expect(steps()).toEqual(['agent-ringing', 'agent-answered', 'ringing', 'answered']);
  expect(events().find(({ event }) => event === 'agent-answered')).toMatchObject({ phone: phone('101') });
});

it('declines where it is busy, so that the lead is not rung', async () => {
  await sandbox.script({ match: mobile, call: { result: 'busy', afterMs: 0 } });
  const { place, events, steps } = await outside();
  await place('101');
  await eventually(async () => expect(steps()).toContain('ended'));
  expect(steps()).not.toContain('ringing');
  expect(events().at(-1)).toMatchObject({ event: 'ended', result: 'failed' });
});

it('is not put through where its mailbox answers, which presses no key', async () => {
  await sandbox.script({ match: mobile, call: { result: 'voicemail', afterMs: 0 } });
  const { place, steps } = await outside();
  await place('101');
  await eventually(async () => expect(steps()).toContain('agent-ringing'));
  await sandbox.ask('POST', '/sandbox/clock', { now: new Date(Date.now() + 60_000).toISOString() });
  await eventually(async () => expect(steps()).toContain('ended'));
  expect(steps()).not.toContain('agent-answered');
});

it('has to register like any other from when its user signs in with a browser', async () => {
  const { id, put, registered } = await outside();
  const told = () =>
    sandbox.told.filter(({ path }) => path === `/events/${id}`).map(({ body }) => JSON.parse(body).event);
  await eventually(async () => expect(told()).toEqual(['phone-registered']));
  await put({});
  await eventually(async () => expect(told()).toEqual(['phone-registered', 'phone-gone']));
  expect(await registered()).toBe(false);
});
