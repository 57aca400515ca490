import { beforeAll, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { ExchangeDown, placeCall } from '#functions/telephony/api.ts';
import { api } from '#shared/api/index.ts';
import { placing } from '#shared/exchange/commands.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { withExchange } from '#tests/support/test-exchange.ts';

/* 911 and its test line are dialled by a telephone itself (tests/asterisk/security): nothing of the product does. */

const sentence = /calls the emergency services. Only a telephone itself may dial it\.$/;
withExchange();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await freshTenant();
  const userId = tenant.agent.userId;
  await as(tenant.admin).call(api.pbx.createExtension, { number: '101', name: '101', userId });
});

/** Everything that takes a number which is called later, or by which somebody is called. */
const takers = [
  ['a call', (phone) => as(tenant.agent).call(api.pbx.originateCall, { to: phone })],
  ['a call in the log', (phone) => as(tenant.agent).call(api.calls.create, { phone, start: true })],
  ['a lead', (phone) => as(tenant.agent).call(api.leads.create, { firstName: 'Ann', phones: [phone] })],
  ['a number of the workspace', (phoneNumber) => as(tenant.admin).call(api.dids.create, { phoneNumber })],
  [
    'a caller ID',
    (callerId) => as(tenant.admin).call(api.pbx.createExtension, { number: '105', name: 'Desk', callerId }),
  ],
  [
    'a transfer group',
    (phoneNumber) =>
      as(tenant.admin).call(api.transferGroups.create, {
        name: 'Closers',
        strategy: 'roundRobin',
        numbers: [{ phoneNumber }],
      }),
  ],
] satisfies [string, (number: string) => Promise<{ status: number; body: { error?: string } }>][];

it.each(takers)('%s of 911 or 933 is refused, with the reason', async (_, take) => {
  for (const number of ['911', '933', '+1911']) {
    const { status, body } = await take(number);
    expect([status, body.error], JSON.stringify(body)).toEqual([400, expect.stringMatching(sentence)]);
  }
});

it('many leads at once are made without the one that has it', async () => {
  const leads = ['911', '+13055550123'].map((phone) => ({ firstName: 'Ann', phones: [phone] }));
  const { body } = await as(tenant.admin).call(api.leads.bulkCreate, { leads });
  expect(body.results.map(({ status }: { status: string }) => status)).toEqual(['failed', 'created']);
});

it('what a journey or a dialler would place never comes to an exchange, nor does the exchange take it', async () => {
  const place = (to: string) =>
    asSystem(tenant.id, 'test', () =>
      placeCall({
        key: `emergency ${to}`,
        leadId: null,
        to,
        callerId: null,
        maxRingSeconds: 30,
        amd: false,
        context: null,
        transferNumber: null,
        recordCall: false,
        source: { kind: 'journey', id: 'stp_1' },
      }),
    );
  for (const number of ['911', '933']) {
    await expect(place(number)).rejects.toThrow(sentence);
    await expect(place(number)).rejects.not.toBeInstanceOf(ExchangeDown);
    expect(placing.shape.to.safeParse(number).success).toBe(false);
  }
});
