import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { applyDispute } from '#functions/marketplace/payments/disputes.ts';
import type { Dispute, Refund } from '#functions/marketplace/payments/providers/types.ts';
import { applyRefund } from '#functions/marketplace/payments/refunds.ts';
import { applyCheckout } from '#functions/marketplace/payments/settle.ts';
import { insertPayment } from '#functions/marketplace/payments/store.ts';
import type { Side } from './market.ts';

/* Payments by card, their chargebacks and refunds at random, as a provider tells of them: twice, late and in another order. */

/** The provider has nothing to be asked for: each dispute is told whole. */
const account = { url: 'http://127.0.0.1:9', keys: {}, sandbox: false };

interface Card {
  id: string;
  by: Side;
  amountCents: number;
  dispute?: Dispute;
  refunds: Refund[];
}

const inTenant = <T>({ tenant }: Side, work: () => Promise<T>): Promise<T> =>
  asSystem(tenant.id, 'test', work);

/** A payment whose page was paid; told again it is the same. */
async function pay({ id: paymentId, by, amountCents }: Card): Promise<void> {
  const page = { checkoutId: `cs_${paymentId}`, checkoutUrl: null, status: 'pending' as const };
  const none = {
    note: '',
    refunds: [],
    disputeId: null,
    disputedAt: null,
    paidAt: null,
    sandbox: false,
    version: 1,
  };
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

/** A part of what is left of a payment, as often as not all of it. */
const refundOf = ({ id, amountCents, refunds }: Card, share: number): Refund => {
  const left = amountCents - refundedCents(refunds);
  return {
    id: `re_${id}_${refunds.length}`,
    intentId: `pi_${id}`,
    amountCents: Math.max(1, Math.floor(left * Math.min(1, share * 2))),
    currency: 'usd',
    isFailed: false,
  };
};
const refundedCents = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, one) => sum + (one.isFailed ? 0 : one.amountCents), 0);

/** Cards of some buyers. */
export function cardsAtRandom(buyers: readonly Side[]) {
  const cards: Card[] = [];
  const disputes: Disputes = new Map();
  const tell = ({ id, by }: Card, dispute: Dispute) => inTenant(by, () => applyDispute(id, dispute, account));

  /** The operator sends some of a payment back, or the bank of an earlier refund does not take it. */
  async function giveBack(card: Card, next: () => number): Promise<void> {
    const last = card.refunds.at(-1);
    const isFailing = last && !last.isFailed && next() < 0.4;
    if (!isFailing && refundedCents(card.refunds) >= card.amountCents) return;
    const first = isFailing ? last : refundOf(card, next());
    const now = { ...first, isFailed: Boolean(isFailing) };
    card.refunds = [...card.refunds.filter(({ id }) => id !== now.id), now];
    const told = next() < 0.5 ? [first, now] : [now, first, now];
    for (const one of told) await inTenant(card.by, () => applyRefund(card.id, one, account));
  }

  /** Somebody pays, or a bank takes a payment back and decides at once or later. @param next 0 to 1, by the run's seed */
  async function move(next: () => number): Promise<void> {
    const chance = (share: number) => next() < share;
    const below = (count: number) => Math.floor(next() * count);
    if (cards.length === 0 || chance(0.35)) {
      const by = buyers[below(buyers.length)]!;
      const card: Card = { id: newId('mpm'), by, amountCents: 1_000 + below(2_000), refunds: [] };
      cards.push(card);
      return pay(card);
    }
    const card = cards[below(cards.length)]!;
    if (!card.dispute && chance(0.4)) return giveBack(card, next);
    // A payment of which some went back is not disputed: Stripe would dispute what is left alone.
    if (card.refunds.length > 0) return undefined;
    const isNew = !card.dispute;
    const first =
      card.dispute ?? disputeOf(card.id, chance(0.7) ? card.amountCents : 1 + below(card.amountCents));
    const isBack = chance(0.4);
    const now = first.isClosed ? first : { ...first, isBack, isClosed: !isNew || isBack };
    card.dispute = now;
    disputes.set(card.id, { taken: now.amountCents, back: now.isBack ? now.amountCents : 0 });
    for (const told of chance(0.5) ? [first, now] : [now, first, now]) await tell(card, told);
  }

  /** Whoever was killed is told again, and what is open is decided. @returns how many there were of each so far */
  async function end(): Promise<Record<'takenBack' | 'putBack' | 'refunded' | 'refundsFailed', number>> {
    for (const card of cards) {
      await pay(card);
      for (const one of card.refunds) await inTenant(card.by, () => applyRefund(card.id, one, account));
      if (!card.dispute) continue;
      card.dispute = { ...card.dispute, isClosed: true };
      await tell(card, card.dispute);
    }
    const all = [...disputes.values()];
    const refunds = cards.flatMap((card) => card.refunds);
    return {
      refunded: refunds.filter(({ isFailed }) => !isFailed).length,
      refundsFailed: refunds.filter(({ isFailed }) => isFailed).length,
      takenBack: all.filter(({ back }) => back === 0).length,
      putBack: all.filter(({ back }) => back > 0).length,
    };
  }
  /** The refunds of each payment, in US cents, by the payments' ids. */
  const refunds = () =>
    new Map(
      cards.map((card) => [
        card.id,
        card.refunds.map(({ amountCents, isFailed }) => ({ amountCents, isFailed })),
      ]),
    );
  return { move, end, disputes, refunds };
}
