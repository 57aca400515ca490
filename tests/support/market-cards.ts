import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { applyDispute } from '#functions/marketplace/payments/disputes.ts';
import type { Dispute } from '#functions/marketplace/payments/providers/types.ts';
import { applyCheckout } from '#functions/marketplace/payments/settle.ts';
import { insertPayment } from '#functions/marketplace/payments/store.ts';
import type { Side } from './market.ts';

/* Payments by card and their chargebacks at random, as a provider tells of them: twice, late and in another order. */

/** The provider has nothing to be asked for: each dispute is told whole. */
const account = { url: 'http://127.0.0.1:9', keys: {}, sandbox: false };

interface Card {
  id: string;
  by: Side;
  amountCents: number;
  dispute?: Dispute;
}

const inTenant = <T>({ tenant }: Side, work: () => Promise<T>): Promise<T> =>
  asSystem(tenant.id, 'test', work);

/** A payment whose page was paid; told again it is the same. */
async function pay({ id: paymentId, by, amountCents }: Card): Promise<void> {
  const page = { checkoutId: `cs_${paymentId}`, checkoutUrl: null, status: 'pending' as const };
  const none = { note: '', disputeId: null, disputedAt: null, paidAt: null, sandbox: false, version: 1 };
  const made = { paymentId, amountCents, ...page, ...none, createdAt: clock.iso() };
  const tenantId = by.tenant.id;
  const checkout = { id: page.checkoutId, url: null, isDeclined: false, currency: 'usd', amountCents };
  await inTenant(by, async () => {
    await accepted(commit(insertPayment(made)));
    await applyCheckout({ ...checkout, paymentId, tenantId, state: 'paid' });
  });
}

const disputeOf = (paymentId: string, amountCents: number): Dispute => ({
  id: `dp_${paymentId}`,
  intentId: `pi_${paymentId}`,
  reason: 'fraudulent',
  amountCents,
  currency: 'usd',
  isTaken: true,
  isBack: false,
  isClosed: false,
});

/** What the bank took of each payment and put back, in US cents, by the payments' ids. */
type Disputes = Map<string, { taken: number; back: number }>;

/** Cards of some buyers. */
export function cardsAtRandom(buyers: readonly Side[]) {
  const cards: Card[] = [];
  const disputes: Disputes = new Map();
  const tell = ({ id, by }: Card, dispute: Dispute) => inTenant(by, () => applyDispute(id, dispute, account));

  /** Somebody pays, or a bank takes a payment back and decides at once or later. @param next 0 to 1, by the run's seed */
  async function move(next: () => number): Promise<void> {
    const chance = (share: number) => next() < share;
    const below = (count: number) => Math.floor(next() * count);
    if (cards.length === 0 || chance(0.4)) {
      const card = { id: newId('mpm'), by: buyers[below(buyers.length)]!, amountCents: 1_000 + below(2_000) };
      cards.push(card);
      return pay(card);
    }
    const card = cards[below(cards.length)]!;
    const isNew = !card.dispute;
    const first =
      card.dispute ?? disputeOf(card.id, chance(0.7) ? card.amountCents : 1 + below(card.amountCents));
    const isBack = chance(0.4);
    const now = first.isClosed ? first : { ...first, isBack, isClosed: !isNew || isBack };
    card.dispute = now;
    disputes.set(card.id, { taken: now.amountCents, back: now.isBack ? now.amountCents : 0 });
    for (const told of chance(0.5) ? [first, now] : [now, first, now]) await tell(card, told);
  }

  /** Whoever was killed is told again, and what is open is decided. @returns how many were taken and put back so far */
  async function end(): Promise<{ takenBack: number; putBack: number }> {
    for (const card of cards) {
      await pay(card);
      if (!card.dispute) continue;
      card.dispute = { ...card.dispute, isClosed: true };
      await tell(card, card.dispute);
    }
    const all = [...disputes.values()];
    return {
      takenBack: all.filter(({ back }) => back === 0).length,
      putBack: all.filter(({ back }) => back > 0).length,
    };
  }
  return { move, end, disputes };
}
