import { tenantOf } from '#functions/kernel/actor.ts';
import { centsText } from '#shared/model/money.ts';
import { buyerOwner } from '../books.ts';
import { accountOf } from '../books-store.ts';
import { bookCardRefund, bookCardRefundReturn } from './books.ts';
import type { PlatformAccount, Refund } from './providers/types.ts';
import { bookedFirst, isBooked, tellOperator } from './settle.ts';
import { changePayment, findPayment, type StoredPayment } from './store.ts';

/*
 * A refund: the operator has sent money of a card payment back to its card, on the provider's pages. The books follow: it
 * leaves the buyer's balance, once for a refund, and comes into it again where the bank does not take it, which may be
 * told days later. Told twice, or in another order, it comes to the same.
 */

type KnownRefund = StoredPayment['refunds'][number];

/** What of a payment went back to its card, in US cents. */
const refundedOf = (refunds: readonly KnownRefund[]): number =>
  refunds.reduce((sum, one) => sum + (one.isBooked && !one.isFailed ? one.amountCents : 0), 0);

/** Why a refund cannot be of the payment, whatever else is told of it; undefined where it can. */
function mismatch(one: StoredPayment, { amountCents, currency }: Refund): string | undefined {
  if (!isBooked(one)) return 'the payment is not booked';
  if (currency !== 'usd') return `it is in ${currency.slice(0, 3).toUpperCase()}`;
  return amountCents < 1 ? `it is of ${amountCents} cents` : undefined;
}

/**
 * Why a refund is not of the payment as it stands. It is then booked when an earlier one turns out to have failed, which may
 * be told after it. One that has failed itself takes nothing.
 */
function excess(
  { refunds, amountCents: paidCents }: StoredPayment,
  { id, amountCents, isFailed }: Pick<Refund, 'id' | 'amountCents' | 'isFailed'>,
): string | undefined {
  const left = paidCents - refundedOf(refunds.filter((one) => one.id !== id));
  if (isFailed || amountCents <= left) return undefined;
  return `it is of ${amountCents} cents, and ${left} of what was paid are left`;
}

/** How a payment stands with its refunds. One that is disputed stays so: its bank decides. */
function standing({ status, note, amountCents }: StoredPayment, refunds: KnownRefund[]) {
  // What was paid wrongly never came into the balance, and goes back without it.
  if (status === 'refused' && refunds.some(({ isFailed }) => !isFailed))
    return { status, note: 'What was paid is not what was asked for. It was sent back to the card.' };
  if (status !== 'paid' && status !== 'refunded') return { status, note };
  const refunded = refundedOf(refunds);
  if (refunded >= amountCents)
    return { status: 'refunded' as const, note: 'All of it was sent back to the card.' };
  const some = `${centsText(refunded)} of it was sent back to the card.`;
  return {
    status: 'paid' as const,
    note: refunded > 0 ? some : 'What was sent back did not reach the card.',
  };
}

/** Whether nothing that is told of a refund changes what is known of it. What has failed stays failed, whatever is told late. */
const isKnown = (known: KnownRefund | undefined, told: Pick<KnownRefund, 'isFailed'>): boolean =>
  known !== undefined && (known.isFailed || (!told.isFailed && !known.waits));

/** Keeps a refund with its payment. */
const keepRefund = (paymentId: string, told: KnownRefund) =>
  changePayment(paymentId, (now) => {
    const known = now.refunds.find(({ id }) => id === told.id);
    if (isKnown(known, told) || (known?.waits && told.waits)) return undefined;
    const refunds = [...now.refunds.filter(({ id }) => id !== told.id), told];
    return { refunds, ...standing(now, refunds) };
  });

async function tell({ paymentId }: StoredPayment, { amountCents, isFailed }: Refund): Promise<void> {
  const { balance } = await accountOf(buyerOwner(tenantOf()));
  const what = isFailed ? ' did not reach the card' : '';
  await tellOperator(
    `refund of card payment ${paymentId}, ${amountCents} cents,${what}; the balance is ${balance} cents`,
  );
}

async function book(found: StoredPayment, refund: Refund, account: PlatformAccount): Promise<void> {
  const { paymentId } = found;
  const one = await bookedFirst(found, account);
  const { id, amountCents, isFailed } = refund;
  const known = one.refunds.find((before) => before.id === id);
  if (isKnown(known, refund)) return;
  const wrong = mismatch(one, refund);
  const tooMuch = wrong ? undefined : excess(one, refund);
  const fits = !wrong && !tooMuch;
  if (fits) {
    const of = { tenantId: tenantOf(), paymentId, causeId: id, amountCents };
    await bookCardRefund(of);
    if (isFailed) await bookCardRefundReturn(of);
    await tell(one, refund);
  } else if (!known && (one.status !== 'refused' || isFailed))
    await tellOperator(`refund ${id} of card payment ${paymentId} is not booked: ${wrong ?? tooMuch}`);
  await keepRefund(paymentId, { id, amountCents, isFailed, isBooked: fits, waits: Boolean(tooMuch) });
}

/** Takes over what the provider says of a refund, as the buyer's tenant. @throws Undecided */
export async function applyRefund(
  paymentId: string,
  refund: Refund,
  account: PlatformAccount,
): Promise<void> {
  const found = await findPayment(paymentId);
  if (!found) return;
  await book(found, refund, account);
  for (;;) {
    const now = (await findPayment(paymentId))!;
    const next = now.refunds.find((one) => one.waits && !excess(now, one));
    if (!next) return;
    const { id, amountCents } = next;
    await book(now, { ...refund, id, amountCents, currency: 'usd', isFailed: false }, account);
  }
}
