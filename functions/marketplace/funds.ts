import { holds } from '#functions/kernel/access.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { customerOr404 } from '#functions/platform/api.ts';
import type { Payout, StatementLine } from '#shared/model/market.ts';
import { dollars } from '#shared/model/money.ts';
import { book, buyerOwner, entryIdOf, vendorOwner } from './books.ts';
import { accountOf, allLines, type Entry, linePage, type StoredLine } from './books-store.ts';
import { paymentAccount } from './payments/account.ts';
import { payoutEntryId } from './payments/books.ts';
import { payoutsOfShop, type StoredPayout } from './payments/payout-store.ts';
import { paymentService } from './payments/providers/index.ts';
import { allShops, findShop, type StoredShop } from './shop-store.ts';
import { isOperator, noteInLog, ownShop, ownShops } from './shops.ts';

/** A reference names one payment: given again with another amount it is a mistake. @throws 409 */
function assertAmount(entry: Entry, amountCents: number): void {
  if (entry.lines.some((line) => Math.abs(line.amountCents) !== amountCents))
    throw conflict(
      'A payment with this reference is recorded already, with another amount.',
      { field: 'reference' },
      'reference_used',
    );
}

const normal = (reference: string): string => reference.trim().toLowerCase();

/** Records money that a buyer has paid in; the same reference again books nothing. For the operator. @throws 404, 409 */
export async function recordReceipt(tenantId: number, amountCents: number, reference: string) {
  const customer = await customerOr404(tenantId);
  const owner = buyerOwner(tenantId);
  const entry = await book({
    entryId: entryIdOf('receipt', owner, normal(reference)),
    kind: 'receipt',
    reference,
    lines: [
      { owner: 'platform', account: 'cash', amountCents: -amountCents },
      { owner, account: 'balance', amountCents },
    ],
  });
  assertAmount(entry, amountCents);
  await noteInLog(customer, `${dollars(amountCents / 100)} received, ${reference}`);
  const { balance } = await accountOf(owner);
  return { tenantId, balanceCents: balance, entryId: entry.entryId };
}

export async function balance() {
  const { balance, reserved } = await accountOf(buyerOwner(tenantOf()));
  const service = await paymentAccount();
  return {
    balanceCents: balance,
    reservedCents: reserved,
    currency: 'USD' as const,
    topUp: service ? ('card' as const) : ('manual' as const),
    paymentProvider: service ? paymentService.label : null,
    sandbox: service?.sandbox ?? false,
  };
}

/** A shop whose money the actor may see. @throws 404 */
async function shopSeen(providerId: string): Promise<StoredShop> {
  if (!isOperator()) return ownShop(providerId);
  const shop = await findShop(providerId);
  if (!shop) throw notFound('The shop');
  return shop;
}

const viewLine = ({
  entryId,
  kind,
  account,
  amountCents,
  orderId,
  reference,
  at,
}: StoredLine): StatementLine => ({
  entryId,
  kind: kind as StatementLine['kind'],
  account,
  amountCents,
  orderId,
  reference,
  at,
});

/** Every movement of a shop's money, or of what the workspace buys for. @throws 404 */
export async function statement(providerId: string | undefined, limit: number, cursor: string | undefined) {
  if (!providerId && !holds('marketplace.buy'))
    throw badRequest('Please choose the shop.', { field: 'providerId' });
  const owner = providerId ? vendorOwner((await shopSeen(providerId)).providerId) : buyerOwner(tenantOf());
  const page = await linePage(owner, limit, cursor);
  return { lines: page.data.map(viewLine), nextCursor: page.cursor };
}

/** How a payout stands; one that the operator has recorded is paid. */
function stateOf(sent: StoredPayout | undefined): Payout['state'] {
  if (!sent || sent.step === 'paid') return 'paid';
  return sent.step === 'failed' || sent.step === 'returning' ? 'failed' : 'sending';
}

const payoutView = (
  shop: StoredShop,
  { entryId: id, reference, at: paidAt }: Pick<Entry, 'entryId' | 'reference' | 'at'>,
  amountCents: number,
  sent?: StoredPayout,
): Payout => ({
  id,
  providerId: shop.providerId,
  providerName: shop.name,
  amountCents,
  reference,
  state: stateOf(sent),
  note: sent?.reason ?? '',
  paidAt,
});

/**
 * Records that a shop was paid; the same reference again books nothing. For the operator.
 * @throws 404; 409 'not_available' where less is to be paid out
 */
export async function recordPayout(
  providerId: string,
  amountCents: number,
  reference: string,
): Promise<Payout> {
  const shop = await shopSeen(providerId);
  const owner = vendorOwner(providerId);
  const { available } = await accountOf(owner);
  const short = conflict(
    `${dollars(available / 100)} can be paid out to this shop now, and no more.`,
    undefined,
    'not_available',
  );
  const entry = await book(
    {
      entryId: entryIdOf('payout', owner, normal(reference)),
      kind: 'payout',
      reference,
      lines: [
        { owner, account: 'available', amountCents: -amountCents },
        { owner: 'platform', account: 'cash', amountCents },
      ],
    },
    short,
  );
  assertAmount(entry, amountCents);
  await noteInLog(
    await customerOr404(shop.sellerTenantId),
    `${dollars(amountCents / 100)} paid out to “${shop.name}”, ${reference}`,
  );
  return payoutView(shop, entry, amountCents);
}

/** The shops whose payouts the actor sees: their own, or for the operator all, or one of them. @throws 404 */
const shopsSeen = async (providerId: string | undefined): Promise<StoredShop[]> => {
  if (providerId) return [await shopSeen(providerId)];
  return isOperator() ? allShops() : ownShops();
};

async function payoutsOf(shop: StoredShop): Promise<Payout[]> {
  const [lines, transfers] = await Promise.all([allLines(vendorOwner(shop.providerId)), payoutsOfShop(shop)]);
  const byEntry = new Map(transfers.map((one) => [payoutEntryId(one), one]));
  return lines
    .filter(({ kind }) => kind === 'payout')
    .map((line) => payoutView(shop, line, -line.amountCents, byEntry.get(line.entryId)));
}

/** What was paid out, newest first, and what each shop has. @throws 404 */
export async function payouts(providerId: string | undefined, limit: number, cursor: string | undefined) {
  const shops = await shopsSeen(providerId);
  const all = (await Promise.all(shops.map(payoutsOf))).flat();
  const newest = all.sort((a, b) => b.paidAt.localeCompare(a.paidAt) || b.id.localeCompare(a.id));
  const from = cursor ? newest.findIndex(({ id }) => id === cursor) + 1 : 0;
  if (cursor && from === 0) throw badRequest('This cursor is not one that this list gave.');
  const page = newest.slice(from, from + limit);
  const accounts = await Promise.all(shops.map((shop) => accountOf(vendorOwner(shop.providerId))));
  return {
    payouts: page,
    providers: shops.map(({ providerId: id, name }, at) => ({
      providerId: id,
      providerName: name,
      availableCents: accounts[at]!.available,
      heldCents: accounts[at]!.held,
    })),
    nextCursor: newest.length > from + page.length ? (page.at(-1)?.id ?? null) : null,
  };
}
