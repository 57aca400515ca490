import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { centsText } from '#shared/model/money.ts';
import { buyerOwner } from '../books.ts';
import { accountOf } from '../books-store.ts';
import { bookChargeback, bookChargebackReturn } from './books.ts';
import type { Dispute, PlatformAccount } from './providers/types.ts';
import { bookedFirst, isBooked, tellOperator } from './settle.ts';
import { changePayment, findPayment, type StoredPayment } from './store.ts';

/*
 * A chargeback: the holder of a card has their bank take a payment back. The provider takes it from the platform at once and
 * says later whether it stays so, which may be months; the books follow the provider:
 *
 *   disputed ──the money was taken──▶ booked from the balance, below nothing where it was spent
 *            ──it was put back──▶ booked into the balance; paid
 *            ──closed without that──▶ charged_back
 *
 * Each entry is booked once for a dispute. Whatever tells of it, a callback that comes twice, late or in another order, or the
 * provider when the sweeper asks, is the dispute as it is: what was taken is booked before what was put back.
 */

/** Why a dispute is not of the payment as it was booked; undefined where it is. */
function mismatch(one: StoredPayment, { amountCents, currency }: Dispute): string | undefined {
  if (!isBooked(one)) return 'the payment is not booked';
  if (currency !== 'usd') return `it is in ${currency.slice(0, 3).toUpperCase()}`;
  if (amountCents < 1 || amountCents > one.amountCents)
    return `it is of ${amountCents} cents, and ${one.amountCents} were paid`;
  return undefined;
}

async function bookMoney(paymentId: string, { id, amountCents, isTaken, isBack }: Dispute): Promise<void> {
  const of = { tenantId: tenantOf(), paymentId, causeId: id, amountCents };
  if (isTaken || isBack) await bookChargeback(of);
  if (isBack) await bookChargebackReturn(of);
}

/** How a payment stands by its dispute. */
function standing({ amountCents, reason, isTaken, isBack, isClosed }: Dispute) {
  const why = reason ? ` (${reason.replaceAll('_', ' ')})` : '';
  const amount = centsText(amountCents);
  if (!isClosed)
    return {
      status: 'disputed' as const,
      note: isTaken
        ? `The holder of the card disputes it at their bank${why}. ${amount} is taken from your balance until that is decided.`
        : `The holder of the card disputes it at their bank${why}.`,
    };
  if (isTaken && !isBack)
    return {
      status: 'charged_back' as const,
      note: `The bank gave it back to the holder of the card${why}. ${amount} was taken from your balance.`,
    };
  return {
    status: 'paid' as const,
    note: isBack ? `It was disputed, and ${amount} is in your balance again.` : '',
  };
}

async function tell(one: StoredPayment, dispute: Dispute): Promise<void> {
  const { balance } = await accountOf(buyerOwner(tenantOf()));
  const { reason, isTaken, isBack, isClosed } = dispute;
  const came = isClosed
    ? `, decided: the money ${isTaken && !isBack ? 'stays with its holder' : 'is the platform’s'}`
    : reason && ` (${reason.replaceAll('_', ' ')})`;
  await tellOperator(
    `chargeback of card payment ${one.paymentId}, ${dispute.amountCents} cents${came}; the balance is ${balance} cents`,
  );
}

/** Takes over what the provider says of a dispute, as the buyer's tenant. @throws Undecided */
export async function applyDispute(
  paymentId: string,
  dispute: Dispute,
  account: PlatformAccount,
): Promise<void> {
  const found = await findPayment(paymentId);
  if (!found) return;
  const one = await bookedFirst(found, account);
  const isKnown = one.disputeId === dispute.id;
  const wrong = mismatch(one, dispute);
  if (wrong) {
    if (isKnown) return;
    await tellOperator(`chargeback ${dispute.id} of card payment ${paymentId} is not booked: ${wrong}`);
    await changePayment(paymentId, () => ({ disputeId: dispute.id }));
    return;
  }
  await bookMoney(paymentId, dispute);
  const { status, note } = standing(dispute);
  // What was told late is of before it was decided.
  const isOver = isKnown && one.status !== 'disputed';
  if (isOver || (isKnown && one.status === status && one.note === note)) return;
  if (!isKnown || dispute.isClosed) await tell(one, dispute);
  await changePayment(
    paymentId,
    (now) =>
      now.disputeId === dispute.id && now.status !== 'disputed'
        ? undefined
        : { status, note, disputeId: dispute.id, disputedAt: now.disputedAt ?? clock.iso() },
    clock.now(),
  );
}
