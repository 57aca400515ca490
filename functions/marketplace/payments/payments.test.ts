import { describe, expect, it, vi } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { withCardPayments } from '#tests/support/card-payments.ts';
import { eventually } from '#tests/support/eventually.ts';
import { market, type Side } from '#tests/support/market.ts';
import { minutes } from '#tests/support/market-certificates.ts';
import { callBack, heldBy, press, signature, toldOf } from '#tests/support/market-payments.ts';
import { timeTravel } from '#tests/support/time.ts';

const { sandbox, pay, seen, sessionOf, activity, begun } = withCardPayments();
const { marketplace } = api;
const receipts = async ({ admin }: Side) =>
  (await admin.call(marketplace.statement, {})).body.lines.filter(({ kind }) => kind === 'receipt');

describe('a payment by card', () => {
  it('is booked once, however often its callback comes, and buys then', async () => {
    const { buyer, payment, list, buy, balance } = await begun();
    expect(payment).toMatchObject({ status: 'pending', amountCents: 5_000, paidAt: null });
    expect(await press(sandbox(), payment.checkoutUrl!, 'pay')).toContain(`payment=${payment.id}`);
    const { body, signed } = await toldOf(sandbox(), 'checkout.session.completed', payment.id);
    const answers = await Promise.all([1, 2, 3].map(() => callBack(body, signed)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    await callBack(body, signed);
    expect(await balance()).toBe(5_000);
    expect(await seen(buyer, payment.id)).toMatchObject({ status: 'paid', checkoutUrl: null });
    expect(await receipts(buyer)).toMatchObject([{ amountCents: 5_000, reference: 'Card payment' }]);
    expect((await buy(await list(), 1)).status).toBe(201);
    await eventually(async () =>
      expect((await buyer.admin.call(marketplace.payments, {})).body.payments).toMatchObject([
        { id: payment.id, status: 'paid' },
      ]),
    );
  });

  it('is one for one press of the button, also where the first answer was lost', async () => {
    const { buyer } = await market({ balanceCents: 0 });
    const requestId = newId('req');
    await sandbox().script({ match: 'stripe', provider: { down: true, lost: true, times: 1 } });
    const first = await pay(buyer.admin, 2_000, requestId);
    expect([first.status, first.body.error]).toEqual([502, expect.stringMatching(/Nothing was charged/)]);
    const [again, too] = [await pay(buyer.admin, 2_000, requestId), await pay(buyer.admin, 2_000, requestId)];
    expect([again.status, too.body]).toEqual([201, again.body]);
    const own = (await heldBy(sandbox())).sessions.filter(
      ({ metadata }) => metadata.tenant_id === String(buyer.tenant.id),
    );
    expect(own).toHaveLength(1);
    expect((await pay(buyer.admin, 3_000, requestId)).body.code).toBe('request_used');
  });

  it('is found paid by the sweeper where the callback was lost, once', async () => {
    const time = timeTravel();
    const { buyer, payment, balance } = await begun();
    await press(sandbox(), payment.checkoutUrl!, 'pay');
    await minutes(time, 2, buyer);
    expect(await balance()).toBe(5_000);
    const { body } = await toldOf(sandbox(), 'checkout.session.completed', payment.id);
    await callBack(body, signature(body));
    expect(await balance()).toBe(5_000);
    expect(await receipts(buyer)).toHaveLength(1);
  });

  it('stays open while the provider is out of order, and is asked for again', async () => {
    const time = timeTravel();
    const { buyer, payment, balance } = await begun();
    await press(sandbox(), payment.checkoutUrl!, 'pay');
    await sandbox().script({ match: 'stripe', provider: { down: true } });
    await minutes(time, 2, buyer);
    expect([await balance(), (await seen(buyer, payment.id)).status]).toEqual([0, 'pending']);
    await sandbox().ask('DELETE', '/sandbox/script');
    await minutes(time, 3, buyer);
    expect(await balance()).toBe(5_000);
  });

  it('may be paid by another card after one was declined, and expires after a day', async () => {
    const time = timeTravel();
    const { buyer, payment, balance } = await begun();
    await press(sandbox(), payment.checkoutUrl!, 'decline');
    const { body } = await toldOf(sandbox(), 'payment_intent.payment_failed', payment.id);
    await callBack(body, signature(body));
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'declined',
      checkoutUrl: payment.checkoutUrl,
    });
    await press(sandbox(), payment.checkoutUrl!, 'pay');
    await minutes(time, 2, buyer);
    expect(await balance()).toBe(5_000);
    const { body: other } = await pay(buyer.admin, 1_000);
    await sandbox().forward(86_500);
    time.forward({ minutes: 25 * 60 });
    await minutes(time, 1, buyer);
    expect(await seen(buyer, other.id)).toMatchObject({ status: 'expired', checkoutUrl: null });
    expect(await balance()).toBe(5_000);
  });

  it('is given up where no page could be opened', async () => {
    const time = timeTravel();
    const { buyer } = await market({ balanceCents: 0 });
    await sandbox().script({ match: 'stripe', provider: { down: true } });
    expect((await pay(buyer.admin, 2_000)).status).toBe(502);
    await minutes(time, 10, buyer);
    await eventually(async () =>
      expect((await buyer.admin.call(marketplace.payments, {})).body.payments).toMatchObject([
        { status: 'failed', note: expect.stringMatching(/Nothing was charged/) },
      ]),
    );
  });

  it('is not booked where another amount, currency or page was paid, and the operator is told', async () => {
    const { buyer, payment, balance } = await begun();
    const session = await sessionOf(payment.id);
    const event = (type: string, object: object) => JSON.stringify({ id: 'evt_1', type, data: { object } });
    const paid = { ...session, status: 'complete', payment_status: 'paid' };
    const other = event('checkout.session.completed', { ...paid, id: 'cs_test_other' });
    const euros = event('checkout.session.completed', { ...paid, currency: 'eur' });
    const more = event('checkout.session.completed', { ...paid, amount_total: 500_000 });
    for (const body of [other, euros, more]) {
      expect((await callBack(body, signature(body))).status).toBe(204);
      expect(await balance()).toBe(0);
    }
    expect(await seen(buyer, payment.id)).toMatchObject({ status: 'refused', checkoutUrl: null });
    const told = (await activity()).filter((what) => what.includes(payment.id));
    expect(told.join()).toMatch(/another page than ours/);
  });

  it('is not booked for another workspace than its own', async () => {
    const { buyer, third, payment, balance } = await begun();
    const session = await sessionOf(payment.id);
    const metadata = { ...session.metadata, tenant_id: String(third.tenant.id) };
    const object = { ...session, metadata, status: 'complete', payment_status: 'paid' };
    const body = JSON.stringify({ type: 'checkout.session.completed', data: { object } });
    expect((await callBack(body, signature(body))).status).toBe(204);
    expect([await balance(buyer), await balance(third)]).toEqual([0, 0]);
    expect((await third.admin.call(marketplace.payment, { id: payment.id })).status).toBe(404);
    expect((await third.admin.call(marketplace.payments, {})).body.payments).toEqual([]);
    expect((await buyer.agent.call(marketplace.payments, {})).status).toBe(403);
    for (const cents of [999, 1_000_001, 10.5])
      expect([cents, (await pay(buyer.admin, cents)).status]).toEqual([cents, 400]);
  });
});

/** A payment that is in the balance, and whose holder takes so much of it back by their bank. */
async function takenBack({ paidCents = 5_000, spentLeads = 0, amount }: Taking = {}) {
  const world = await begun(paidCents);
  const { payment, list, buy } = world;
  await press(sandbox(), payment.checkoutUrl!, 'pay');
  const came = await toldOf(sandbox(), 'checkout.session.completed', payment.id);
  await callBack(came.body, signature(came.body));
  for (let n = 0; n < spentLeads; n++) expect((await buy(await list(), 1)).status).toBe(201);
  const { payment_intent: intent } = await sessionOf(payment.id);
  const { body: dispute } = await sandbox().ask<{ id: string }>(
    'POST',
    `/sandbox/stripe/disputes/${intent}`,
    {
      ...(amount ? { amount } : {}),
    },
  );
  const told = async (type: string) => {
    const { body } = await toldOf(sandbox(), `charge.dispute.${type}`, dispute.id);
    return { body, send: () => callBack(body, signature(body)) };
  };
  const decide = (outcome: 'won' | 'lost') =>
    sandbox().ask('POST', `/sandbox/stripe/disputes/${dispute.id}`, { outcome });
  const moved = async () =>
    (await world.buyer.admin.call(marketplace.statement, {})).body.lines
      .filter(({ kind }) => kind.startsWith('chargeback'))
      .map(({ kind, amountCents }) => [kind, amountCents]);
  return { ...world, dispute, told, decide, moved };
}
interface Taking {
  paidCents?: number;
  spentLeads?: number;
  amount?: number;
}

describe('a chargeback', () => {
  it('is taken out of the balance once, however often and in whatever order it is told', async () => {
    const { buyer, payment, balance, told, moved } = await takenBack();
    const [created, withdrawn] = [await told('created'), await told('funds_withdrawn')];
    for (const { send } of [withdrawn, created, withdrawn]) expect((await send()).status).toBe(204);
    await Promise.all([created.send(), withdrawn.send()]);
    expect(await balance()).toBe(0);
    expect(await moved()).toEqual([['chargeback', -5_000]]);
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'disputed',
      note: expect.stringMatching(
        /disputes it at their bank \(fraudulent\)\. \$50 is taken from your balance/,
      ),
    });
    expect(
      (await activity()).filter((what) => what.includes(`chargeback of card payment ${payment.id}`)),
    ).toHaveLength(1);
  });

  it('is owed where it was spent: nothing is bought until that is paid in', async () => {
    const { buyer, operator, balance, told, buy, list } = await takenBack({ spentLeads: 1 });
    await (await told('created')).send();
    expect(await balance()).toBe(-2_500);
    const refused = await buy(await list(), 1);
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ error: expect.stringMatching(/costs \$25, and you owe \$25\./) }),
    ]);
    const payIn = { tenantId: buyer.tenant.id, amountCents: 5_000, reference: newId('wire') };
    await operator.call(marketplace.recordReceipt, payIn);
    expect(await balance()).toBe(2_500);
    expect((await buy(await list(), 1)).status).toBe(201);
  });

  it('comes back where the bank decides so, also where that is told first', async () => {
    const { buyer, payment, balance, told, decide, moved } = await takenBack();
    await decide('won');
    const [created, withdrawn] = [await told('created'), await told('funds_withdrawn')];
    const [back, closed] = [await told('funds_reinstated'), await told('closed')];
    for (const { send } of [back, closed, withdrawn, created, back]) expect((await send()).status).toBe(204);
    expect(await balance()).toBe(5_000);
    expect((await moved()).sort()).toEqual([
      ['chargeback', -5_000],
      ['chargeback_returned', 5_000],
    ]);
    expect(await seen(buyer, payment.id)).toMatchObject({ status: 'paid' });
  });

  it('stays taken where it is lost, and is asked for where the callbacks are', async () => {
    const time = timeTravel();
    const { buyer, payment, balance, told, decide, moved } = await takenBack({ amount: 2_000 });
    await (await told('created')).send();
    await decide('lost');
    time.forward({ minutes: 90 });
    await minutes(time, 2, buyer);
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'charged_back',
      note: expect.stringMatching(/\$20 was taken/),
    });
    expect([await balance(), await moved()]).toEqual([3_000, [['chargeback', -2_000]]]);
  });

  it('books a payment first whose own callback was lost, and nothing that is not of it', async () => {
    const { buyer, payment, balance } = await begun();
    await press(sandbox(), payment.checkoutUrl!, 'pay');
    const { payment_intent: intent } = await sessionOf(payment.id);
    const { body: dispute } = await sandbox().ask<{ id: string }>(
      'POST',
      `/sandbox/stripe/disputes/${intent}`,
      {},
    );
    const { body } = await toldOf(sandbox(), 'charge.dispute.created', dispute.id);
    const object = JSON.parse(body).data.object;
    for (const wrong of [
      { amount: 9_000 },
      { currency: 'eur' },
      { payment_intent: 'pi_somebody_else' },
      { payment_intent: '../accounts' },
    ]) {
      const told = JSON.stringify({
        type: 'charge.dispute.created',
        data: { object: { ...object, ...wrong, id: newId('dp') } },
      });
      await callBack(told, signature(told));
      expect([wrong, Math.max(0, (await balance()) - 5_000)]).toEqual([wrong, 0]);
    }
    await callBack(body, signature(body));
    expect(await balance()).toBe(0);
    expect(await receipts(buyer)).toHaveLength(1);
  });
});

describe('a callback', () => {
  it('is turned away unless the provider signed it within five minutes', async () => {
    const { payment, balance } = await begun();
    const session = { ...(await sessionOf(payment.id)), status: 'complete', payment_status: 'paid' };
    const body = JSON.stringify({ type: 'checkout.session.completed', data: { object: session } });
    const now = clock.seconds();
    expect((await callBack(body, undefined)).status).toBe(400);
    const wrong = [
      'v1=00',
      `t=${now}`,
      signature(body, 'whsec_another'),
      signature(body, 'whsec_sandbox', now - 301),
      signature(body, 'whsec_sandbox', now + 360),
      signature(`${body} `),
      signature(body).replace('v1=', 'v0='),
    ];
    for (const signed of wrong)
      expect([signed, (await callBack(body, signed)).status]).toEqual([signed, 403]);
    expect(await balance()).toBe(0);
    // While a secret is rolled over there are two.
    const two = `${signature(body, 'whsec_another')},${signature(body).split(',')[1]}`;
    expect((await callBack(body, two)).status).toBe(204);
    expect(await balance()).toBe(5_000);
    for (const other of [
      '{}',
      '{"type":"checkout.session.completed","data":7}',
      '{"type":"payout.paid","data":{"object":{"id":"po_1"}}}',
    ])
      expect((await callBack(other, signature(other))).status).toBe(204);
  });

  it('is nobody’s where no provider is connected, and nothing is paid by card then', async () => {
    const { buyer } = await market({ balanceCents: 0 });
    vi.stubEnv('SANDBOX_URL', '');
    try {
      expect((await callBack('{}', signature('{}'))).status).toBe(404);
      const { status, body } = await pay(buyer.admin, 2_000);
      expect([status, body.code]).toEqual([409, 'no_payment_provider']);
      expect((await buyer.admin.call(marketplace.balance, {})).body).toMatchObject({
        topUp: 'manual',
        paymentProvider: null,
      });
    } finally {
      vi.stubEnv('SANDBOX_URL', sandbox().origin);
    }
    expect((await buyer.admin.call(marketplace.balance, {})).body).toMatchObject({
      topUp: 'card',
      paymentProvider: 'Stripe',
      sandbox: true,
    });
  });
});
