import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { type Entry, findEntry, type Line, writeEntry } from './books-store.ts';
import type { SoldOrder } from './order-store.ts';

/*
 * What moves money, in double entry: the lines of each entry add up to nothing.
 *
 *   receipt        platform cash      ─▶ buyer balance          the operator has seen the money
 *   chargeback     buyer balance      ─▶ platform cash          never refused: the money is gone, and the balance may be below 0
 *   chargeback_returned  platform cash  ─▶ buyer balance        the bank has decided for the platform
 *   card_refund    buyer balance      ─▶ platform cash          the operator has sent a card payment back; never refused either
 *   card_refund_returned  platform cash ─▶ buyer balance        it has not reached the card
 *   purchase       buyer balance      ─▶ buyer reserved         refused where the balance is too low
 *   cancellation   buyer reserved     ─▶ buyer balance
 *   sale           buyer reserved     ─▶ vendor held + platform fees    when every lead has arrived
 *   return         vendor held + fees ─▶ buyer balance          one lead of the order
 *   refund         vendor held + fees ─▶ buyer balance          or from what is reserved, before the sale
 *   release        vendor held        ─▶ vendor available       when the days for a dispute are over
 *   payout         vendor available   ─▶ platform cash          refused where there is not as much
 *   payout_returned  platform cash    ─▶ vendor available       the payment provider has refused a payout (payments/)
 *
 * The id of an entry says what it is for, so it is booked once however often it is asked for.
 */

export const buyerOwner = (tenantId: number): string => `buyer:${tenantId}`;
export const vendorOwner = (providerId: string): string => `vendor:${providerId}`;
export const entryIdOf = (...parts: string[]): string => deterministicId('men', ...parts);

type Wanted = Omit<Entry, 'at' | 'orderId' | 'reference' | 'leads'> & Partial<Entry>;

/** Whether it moves nothing from nowhere. */
export const isBalanced = (lines: readonly Line[]): boolean =>
  lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) &&
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0;

/**
 * Books an entry once: asked for again, the one that is there is answered, whatever is asked for now.
 * @throws `short` where an account has less than is taken from it
 */
export async function book(
  wanted: Wanted,
  short: Error = new Error(`The accounts do not hold what ${wanted.kind} ${wanted.entryId} takes from them.`),
): Promise<Entry> {
  const there = await findEntry(wanted.entryId);
  if (there) return there;
  const lines = wanted.lines.filter(({ amountCents }) => amountCents !== 0);
  if (!isBalanced(lines)) throw new Error(`The lines of ${wanted.kind} ${wanted.entryId} do not add up.`);
  const entry: Entry = { orderId: null, reference: '', leads: 0, at: clock.iso(), ...wanted, lines };
  try {
    await writeEntry(entry, short);
    return entry;
  } catch (error) {
    // Somebody else may have booked it at this instant; then it is theirs that counts, whatever is left now.
    const other = await findEntry(entry.entryId);
    if (!other) throw error;
    return other;
  }
}

interface Priced {
  orderId: string;
  quantity: number;
  priceCents: number;
}
export const totalOf = ({ quantity, priceCents }: Omit<Priced, 'orderId'>): number => quantity * priceCents;

/** The platform's part of an order: of half a cent, the seller's favour. */
export const commissionOf = (sale: Omit<Priced, 'orderId'> & { commissionPercent: number }): number =>
  Math.floor((totalOf(sale) * sale.commissionPercent) / 100);

/** What stays of an order when so many of its leads have gone back, by its price and commission. */
const remainder = (sale: Parameters<typeof commissionOf>[0], returned: number) => {
  const rest = { ...sale, quantity: sale.quantity - returned };
  return { total: totalOf(rest), fee: commissionOf(rest) };
};

/**
 * Books that a lead of an order went back, once.
 * @param place how many had gone back before it: the commission is of what stays, so cents are rounded by it
 */
export async function bookReturn(sale: SoldOrder, handoverId: string, place: number): Promise<void> {
  const { orderId, priceCents } = sale;
  const fee = remainder(sale, place).fee - remainder(sale, place + 1).fee;
  await book({
    entryId: entryIdOf('return', orderId, handoverId),
    kind: 'return',
    orderId,
    leads: 1,
    lines: [
      { owner: vendorOwner(sale.providerId), account: 'held', amountCents: fee - priceCents },
      { owner: 'platform', account: 'fees', amountCents: -fee },
      { owner: buyerOwner(sale.buyerTenantId), account: 'balance', amountCents: priceCents },
    ],
  });
}

/** Sets a buyer's money aside for an order. @throws `short` */
export const bookPurchase = (buyer: number, order: Priced, short: Error): Promise<Entry> =>
  book(
    {
      entryId: entryIdOf('purchase', order.orderId),
      kind: 'purchase',
      orderId: order.orderId,
      lines: [
        { owner: buyerOwner(buyer), account: 'balance', amountCents: -totalOf(order) },
        { owner: buyerOwner(buyer), account: 'reserved', amountCents: totalOf(order) },
      ],
    },
    short,
  );

/** In the place of a purchase whose money was not there: it can never be booked after that. */
export const declinePurchase = ({ orderId }: Pick<Priced, 'orderId'>): Promise<Entry> =>
  book({ entryId: entryIdOf('purchase', orderId), kind: 'declined', orderId, lines: [] });

/** Books whatever an order has come to, as far as it is not booked yet. */
export async function bookOrder(sale: SoldOrder): Promise<void> {
  const { orderId, quantity, completedAt, releasedAt, status } = sale;
  const total = totalOf(sale);
  const fee = commissionOf(sale);
  const buyer = buyerOwner(sale.buyerTenantId);
  const vendor = vendorOwner(sale.providerId);
  // A refund and a release are of what has not gone back before; neither is followed by a return.
  const rest = remainder(sale, sale.returned);
  const of = (kind: Entry['kind'], lines: Line[], more: Partial<Entry> = {}) =>
    book({ entryId: entryIdOf(kind, orderId), kind, orderId, lines, ...more });
  if (status === 'cancelled')
    await of('cancellation', [
      { owner: buyer, account: 'reserved', amountCents: -total },
      { owner: buyer, account: 'balance', amountCents: total },
    ]);
  if (completedAt)
    await of(
      'sale',
      [
        { owner: buyer, account: 'reserved', amountCents: -total },
        { owner: vendor, account: 'held', amountCents: total - fee },
        { owner: 'platform', account: 'fees', amountCents: fee },
      ],
      { leads: quantity, at: completedAt },
    );
  if (status === 'refunded')
    await of(
      'refund',
      completedAt
        ? [
            { owner: vendor, account: 'held', amountCents: rest.fee - rest.total },
            { owner: 'platform', account: 'fees', amountCents: -rest.fee },
            { owner: buyer, account: 'balance', amountCents: rest.total },
          ]
        : [
            { owner: buyer, account: 'reserved', amountCents: -total },
            { owner: buyer, account: 'balance', amountCents: total },
          ],
      { leads: completedAt ? quantity - sale.returned : 0 },
    );
  if (releasedAt)
    await of('release', [
      { owner: vendor, account: 'held', amountCents: rest.fee - rest.total },
      { owner: vendor, account: 'available', amountCents: rest.total - rest.fee },
    ]);
}
