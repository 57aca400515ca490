import { describe, expect, it } from 'vitest';
import { newId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import { withCardPayments } from '#tests/support/card-payments.ts';
import { callBack, press, signature, toldOf } from '#tests/support/market-payments.ts';

const { sandbox, seen, sessionOf, activity, begun } = withCardPayments();
const { marketplace } = api;

/** A payment that is in the balance, of which the operator sends money back on the provider's pages. */
async function sentBack({ paidCents = 5_000, spentLeads = 0 } = {}) {
  const world = await begun(paidCents);
  await press(sandbox(), world.payment.checkoutUrl!, 'pay');
  const came = await toldOf(sandbox(), 'checkout.session.completed', world.payment.id);
  await callBack(came.body, signature(came.body));
  for (let n = 0; n < spentLeads; n++) expect((await world.buy(await world.list(), 1)).status).toBe(201);
  const { payment_intent: intent } = await sessionOf(world.payment.id);
  const refund = async (amount?: number) => {
    const asked = amount ? { amount } : {};
    const { body } = await sandbox().ask<{ id: string }>('POST', `/sandbox/stripe/refunds/${intent}`, asked);
    return body.id;
  };
  const told = async (type: string, id: string) => {
    const { body } = await toldOf(sandbox(), `refund.${type}`, id);
    return { body, send: () => callBack(body, signature(body)) };
  };
  const fail = (id: string) => sandbox().ask('POST', `/sandbox/stripe/refunds/${id}`);
  const moved = async () =>
    (await world.buyer.admin.call(marketplace.statement, {})).body.lines
      .filter(({ kind }) => kind.startsWith('card_refund'))
      .map(({ kind, amountCents }) => [kind, amountCents])
      .sort();
  return { ...world, refund, told, fail, moved };
}

describe('a refund of a card payment', () => {
  it('leaves the balance once, in parts and in all, however often it is told', async () => {
    const { buyer, payment, balance, refund, told, moved } = await sentBack();
    const some = await told('created', await refund(2_000));
    await Promise.all([some.send(), some.send()]);
    expect((await some.send()).status).toBe(204);
    expect(await balance()).toBe(3_000);
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'paid',
      note: '$20 of it was sent back to the card.',
    });
    await (await told('created', await refund(3_000))).send();
    expect([await balance(), await moved()]).toEqual([
      0,
      [
        ['card_refund', -2_000],
        ['card_refund', -3_000],
      ],
    ]);
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'refunded',
      note: 'All of it was sent back to the card.',
    });
    // More than was paid cannot have gone back: the operator looks into it.
    const more = JSON.stringify({
      type: 'refund.created',
      data: { object: { ...JSON.parse(some.body).data.object, id: newId('re'), amount: 1 } },
    });
    await callBack(more, signature(more));
    expect(await balance()).toBe(0);
    expect((await activity()).filter((what) => what.includes(payment.id)).join()).toMatch(
      /is not booked: it is of 1 cents, and 0 of what was paid are left/,
    );
  });

  it('is owed where it was spent, and comes back where the bank does not take it', async () => {
    const { buyer, payment, balance, refund, told, fail, moved } = await sentBack({ spentLeads: 1 });
    const id = await refund();
    await fail(id);
    const [created, failed] = [await told('created', id), await told('failed', id)];
    await created.send();
    expect(await balance()).toBe(-2_500);
    for (const { send } of [failed, created, failed]) expect((await send()).status).toBe(204);
    expect(await balance()).toBe(2_500);
    expect(await moved()).toEqual([
      ['card_refund', -5_000],
      ['card_refund_returned', 5_000],
    ]);
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'paid',
      note: 'What was sent back did not reach the card.',
    });
  });

  it('comes to the same where its failure is told first, or the payment’s own callback was lost', async () => {
    const { payment, balance } = await begun();
    await press(sandbox(), payment.checkoutUrl!, 'pay');
    const { payment_intent: intent } = await sessionOf(payment.id);
    const { body: made } = await sandbox().ask<{ id: string }>(
      'POST',
      `/sandbox/stripe/refunds/${intent}`,
      {},
    );
    await sandbox().ask('POST', `/sandbox/stripe/refunds/${made.id}`);
    for (const type of ['refund.failed', 'refund.created', 'refund.updated']) {
      const { body } = await toldOf(sandbox(), type, made.id);
      expect((await callBack(body, signature(body))).status).toBe(204);
      expect([type, await balance()]).toEqual([type, 5_000]);
    }
  });

  it('of more than is left is booked once an earlier one turns out to have failed', async () => {
    const { buyer, payment, balance, refund, told, fail, moved } = await sentBack();
    const first = await refund();
    await fail(first);
    const second = await refund();
    const tellings = [
      await told('created', first),
      await told('created', second),
      await told('failed', first),
    ] as const;
    await tellings[0].send();
    await tellings[1].send();
    expect([await balance(), await moved()]).toEqual([0, [['card_refund', -5_000]]]);
    const warnings = async () =>
      (await activity()).filter((what) => what.includes(second) && what.includes('not booked')).length;
    expect(await warnings()).toBe(1);
    for (const { send } of [tellings[2], ...tellings]) expect((await send()).status).toBe(204);
    expect([await balance(), await moved(), await warnings()]).toEqual([
      0,
      [
        ['card_refund', -5_000],
        ['card_refund', -5_000],
        ['card_refund_returned', 5_000],
      ],
      1,
    ]);
    expect(await seen(buyer, payment.id)).toMatchObject({ status: 'refunded' });
  });

  it('that waits for an earlier one to fail, and fails itself, moves nothing in the end', async () => {
    const { payment, balance, refund, told, fail, moved } = await sentBack();
    const first = await refund(3_000);
    await fail(first);
    const second = await refund(4_000);
    await (await told('created', first)).send();
    await (await told('created', second)).send();
    await fail(second);
    await (await told('failed', second)).send();
    expect(await balance()).toBe(2_000);
    await (await told('failed', first)).send();
    expect([await balance(), (await moved()).length]).toEqual([5_000, 4]);
    expect((await activity()).filter((what) => what.includes(payment.id)).length).toBeGreaterThan(0);
  });

  it('of what was paid wrongly takes nothing from the balance', async () => {
    const { buyer, payment, balance } = await begun();
    const session = await sessionOf(payment.id);
    const wrong = { ...session, amount_total: 4_000, status: 'complete', payment_status: 'paid' };
    const paid = JSON.stringify({ type: 'checkout.session.completed', data: { object: wrong } });
    await callBack(paid, signature(paid));
    const { body: made } = await sandbox().ask<{ id: string }>(
      'POST',
      `/sandbox/stripe/refunds/${session.payment_intent}`,
      { amount: 4_000 },
    );
    const { body } = await toldOf(sandbox(), 'refund.created', made.id);
    expect((await callBack(body, signature(body))).status).toBe(204);
    expect(await balance()).toBe(0);
    expect(await seen(buyer, payment.id)).toMatchObject({
      status: 'refused',
      note: expect.stringMatching(/It was sent back to the card/),
    });
  });
});
