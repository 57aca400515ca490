import type { EntryKind } from '#shared/model/market.ts';
import { book, buyerOwner, entryIdOf, vendorOwner } from '../books.ts';
import type { Entry } from '../books-store.ts';

/* What the payment provider moves, in the books: each entry once, by what it is for. */

/** Books that a buyer paid in by card, once for a payment. */
export const bookCardPayment = (tenantId: number, paymentId: string, amountCents: number): Promise<Entry> =>
  book({
    entryId: entryIdOf('receipt', 'card', String(tenantId), paymentId),
    kind: 'receipt',
    reference: 'Card payment',
    lines: [
      { owner: 'platform', account: 'cash', amountCents: -amountCents },
      { owner: buyerOwner(tenantId), account: 'balance', amountCents },
    ],
  });

/** What the provider gave back of a payment. */
interface GivenBack {
  tenantId: number;
  paymentId: string;
  /** The provider's, of the dispute or the refund. A payment may be given back in parts, each of which has its own. */
  causeId: string;
  amountCents: number;
}

const bookGivenBack = (
  kind: Extract<EntryKind, `chargeback${string}` | `card_refund${string}`>,
  { tenantId, paymentId, causeId }: GivenBack,
  balanceCents: number,
): Promise<Entry> =>
  book({
    entryId: entryIdOf(kind, String(tenantId), paymentId, causeId),
    kind,
    reference: 'Card payment',
    lines: [
      { owner: buyerOwner(tenantId), account: 'balance', amountCents: balanceCents },
      { owner: 'platform', account: 'cash', amountCents: -balanceCents },
    ],
  });

/** Books that the provider took a payment back, once for a dispute. What the buyer has spent of it is owed then. */
export const bookChargeback = (of: GivenBack): Promise<Entry> =>
  bookGivenBack('chargeback', of, -of.amountCents);

/** Books that the provider put it back, once for a dispute. */
export const bookChargebackReturn = (of: GivenBack): Promise<Entry> =>
  bookGivenBack('chargeback_returned', of, of.amountCents);

/** Books that the operator has sent money of a payment back to its card, once for a refund. */
export const bookCardRefund = (of: GivenBack): Promise<Entry> =>
  bookGivenBack('card_refund', of, -of.amountCents);

/** Books that a refund has not reached the card, once. */
export const bookCardRefundReturn = (of: GivenBack): Promise<Entry> =>
  bookGivenBack('card_refund_returned', of, of.amountCents);

export interface Payable {
  providerId: string;
  payoutId: string;
  amountCents: number;
}

/** The entry by which a payout leaves what a shop has; of one that its money was not there for, `declined`. */
export const payoutEntryId = ({ providerId, payoutId }: Omit<Payable, 'amountCents'>): string =>
  entryIdOf('payout', vendorOwner(providerId), 'transfer', payoutId);

const short = new Error('The shop does not have as much any more.');

/**
 * Takes a payout from what a shop has, once. Where less is there the entry declines it, and it can never be booked after
 * that: money that comes later does not change what was decided.
 */
export async function bookPayout(payout: Payable): Promise<Entry> {
  const { providerId, amountCents } = payout;
  const entryId = payoutEntryId(payout);
  try {
    return await book(
      {
        entryId,
        kind: 'payout',
        reference: 'Transfer',
        lines: [
          { owner: vendorOwner(providerId), account: 'available', amountCents: -amountCents },
          { owner: 'platform', account: 'cash', amountCents },
        ],
      },
      short,
    );
  } catch (error) {
    if (error !== short) throw error;
    return book({ entryId, kind: 'declined', lines: [] });
  }
}

/** Gives a shop back what a payout took that the provider refused, once. */
export const bookPayoutReturn = ({ providerId, payoutId, amountCents }: Payable): Promise<Entry> =>
  book({
    entryId: entryIdOf('payout_returned', vendorOwner(providerId), payoutId),
    kind: 'payout_returned',
    reference: 'Transfer',
    lines: [
      { owner: 'platform', account: 'cash', amountCents: -amountCents },
      { owner: vendorOwner(providerId), account: 'available', amountCents },
    ],
  });
