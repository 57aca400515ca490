import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

/*
 * The market counted anew from the items of the table as they lie there. It imports nothing of the product: a rule that
 * the product has wrong is not wrong here as well.
 */

type Item = Record<string, unknown>;

/** What of the whole table is the market's, or a lead, by the kind that is written with each item. */
async function itemsByKind(): Promise<Map<string, Item[]>> {
  const client = new DynamoDBClient({});
  const document = DynamoDBDocumentClient.from(client);
  const found = new Map<string, Item[]>();
  let start: Item | undefined;
  do {
    const page = await document.send(
      new ScanCommand({
        TableName: process.env.TABLE_NAME,
        ConsistentRead: true,
        ExclusiveStartKey: start,
        FilterExpression: 'begins_with(#kind, :market) OR #kind = :lead',
        ExpressionAttributeNames: { '#kind': '__edb_e__' },
        ExpressionAttributeValues: { ':market': 'market', ':lead': 'lead' },
      }),
    );
    for (const item of page.Items ?? []) {
      const kind = String(item.__edb_e__);
      found.set(kind, [...(found.get(kind) ?? []), item]);
    }
    start = page.LastEvaluatedKey;
  } while (start);
  client.destroy();
  return found;
}

interface Line {
  owner: string;
  account: string;
  amountCents: number;
}
interface Entry {
  entryId: string;
  kind: string;
  lines: Line[];
  orderId?: string;
}
interface Sale {
  orderId: string;
  listingId: string;
  pingId: string;
  status: string;
  quantity: number;
  priceCents: number;
  delivered: number;
  known: number;
  returned?: number;
  returnsOpen?: number;
  handedOver: number;
  commissionPercent: number;
  buyerTenantId: number;
  completedAt?: string;
  releasedAt?: string;
  refusal?: string;
  /** Of the buyer's: the standing order that bought it. */
  standing?: { standingOrderId: string } | null;
}

interface Payment {
  paymentId: string;
  status: string;
  amountCents: number;
}

interface Buy {
  standingOrderId: string;
  state: string;
  quantity: number;
  priceCents: number;
}
interface Pinged {
  pingId: string;
  outcome: string;
  bids: { bidId: string; standingOrderId: string }[];
  claimedBidId: string;
  priceCents: number;
  orderId?: string;
}

const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);

export interface Market {
  sellerTenantId: number;
  buyerTenantIds: readonly number[];
  providerId: string;
  providerName: string;
  /** Leads that each listing had at first. */
  offered: ReadonlyMap<string, number>;
  /** What the bank took of card payments and put back, in cents, by the payments' ids. */
  disputes?: ReadonlyMap<string, { taken: number; back: number }>;
  /** What was sent back to the cards of payments, in cents, by the payments' ids. */
  refunds?: ReadonlyMap<string, readonly { amountCents: number; isFailed: boolean }[]>;
}

/** Everything in which the raw items contradict each other; empty where all is well. */
export async function contradictions(market: Market): Promise<string[]> {
  const { sellerTenantId, buyerTenantIds, providerId, providerName, offered } = market;
  const items = await itemsByKind();
  const wrong: string[] = [];
  const same = (what: string, is: unknown, shouldBe: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(shouldBe))
      wrong.push(`${what}: ${JSON.stringify(is)} and not ${JSON.stringify(shouldBe)}`);
  };
  const of = <T>(kind: string, tenantId: number) =>
    (items.get(kind) ?? []).filter((item) => item.tenantId === tenantId) as T[];
  const vendor = `vendor:${providerId}`;
  const owners = [vendor, ...buyerTenantIds.map((id) => `buyer:${id}`)];
  const entries = of<Entry>('marketEntry', 0).filter(({ lines }) =>
    lines.some(({ owner }) => owners.includes(owner)),
  );
  const sales = of<Sale>('marketSoldOrder', sellerTenantId);

  // The books: each entry adds up to nothing, and what everybody has is what the entries say.
  const lines = entries.flatMap((entry) => entry.lines.map((line) => ({ ...line, entry })));
  for (const { entryId, lines: some } of entries) {
    same(`the sum of ${entryId}`, sum(some.map(({ amountCents }) => amountCents)), 0);
    if (!some.every(({ amountCents }) => Number.isInteger(amountCents)))
      wrong.push(`${entryId} has fractions`);
  }
  for (const owner of owners) {
    const account = of<Record<string, number>>('marketAccount', 0).find((one) => String(one.owner) === owner);
    for (const name of ['balance', 'reserved', 'held', 'available']) {
      const counted = sum(
        lines.filter((line) => line.owner === owner && line.account === name).map((line) => line.amountCents),
      );
      same(`${owner} ${name}`, account?.[name] ?? 0, counted);
      // What a bank took back of a buyer is gone, and owed where it was spent; nothing else makes less than nothing.
      const takenBack = sum(
        lines
          .filter((line) => line.owner === owner && /^(chargeback|card_refund)/.test(line.entry.kind))
          .map((line) => line.amountCents),
      );
      if (counted < (name === 'balance' ? Math.min(0, takenBack) : 0))
        wrong.push(`${owner} ${name} is ${counted}`);
    }
    const written = of<Line & { entryId: string }>('marketLine', 0).filter((line) => line.owner === owner);
    const key = (line: Line, entryId: string) => `${entryId} ${line.account} ${line.amountCents}`;
    same(
      `the statement of ${owner}`,
      written.map((line) => key(line, line.entryId)).sort(),
      lines
        .filter((line) => line.owner === owner)
        .map((line) => key(line, line.entry.entryId))
        .sort(),
    );
  }

  // A chargeback is booked once for a dispute, and put back at most once, as much as was taken.
  for (const tenantId of buyerTenantIds) {
    for (const payment of of<Payment>('marketPayment', tenantId)) {
      const { status, paymentId, amountCents } = payment;
      if (status === 'disputed') wrong.push(`${paymentId} is still disputed`);
      const { taken = 0, back = 0 } = market.disputes?.get(paymentId) ?? {};
      const refunds = market.refunds?.get(paymentId) ?? [];
      const refunded = sum(refunds.map((one) => (one.isFailed ? 0 : one.amountCents)));
      const left = refunded === amountCents ? 'refunded' : 'paid';
      same(`${paymentId} as it stands`, status, taken > back ? 'charged_back' : left);
      if (amountCents < taken + refunded) wrong.push(`${paymentId} gave more than was paid`);
    }
    const movedBy = (kind: string) =>
      entries
        .filter((entry) => entry.kind === kind)
        .flatMap((entry) => entry.lines)
        .filter((line) => line.owner === `buyer:${tenantId}`)
        .map((line) => line.amountCents)
        .sort((a, b) => a - b);
    const disputes = of<Payment>('marketPayment', tenantId).flatMap(
      ({ paymentId }) => market.disputes?.get(paymentId) ?? [],
    );
    const wanted = (amounts: number[]) => amounts.filter(Boolean).sort((a, b) => a - b);
    same(`taken back of ${tenantId}`, movedBy('chargeback'), wanted(disputes.map(({ taken }) => -taken)));
    const refunds = of<Payment>('marketPayment', tenantId).flatMap(
      ({ paymentId }) => market.refunds?.get(paymentId) ?? [],
    );
    const sentBack = refunds.map((one) => -one.amountCents);
    const cameBack = refunds.map((one) => (one.isFailed ? one.amountCents : 0));
    same(`refunded to cards of ${tenantId}`, movedBy('card_refund'), wanted(sentBack));
    same(`refunds of ${tenantId} that failed`, movedBy('card_refund_returned'), wanted(cameBack));
    same(`put back to ${tenantId}`, movedBy('chargeback_returned'), wanted(disputes.map(({ back }) => back)));
  }

  // Each order: what moved for it is what its state says, once.
  for (const sale of sales) {
    const { orderId, status, quantity, priceCents, commissionPercent, completedAt, releasedAt } = sale;
    const handovers = of<{ orderId: string; state: string; return?: { state: string; answerUntil: string } }>(
      'marketHandover',
      sellerTenantId,
    ).filter((one) => one.orderId === orderId);
    const returns = (...states: string[]) =>
      handovers.filter((one) => one.return && states.includes(one.return.state)).length;
    same(
      `returns of ${orderId}`,
      [sale.returned ?? 0, sale.returnsOpen ?? 0],
      [returns('accepted'), returns('requested', 'objected')],
    );
    const total = (quantity - returns('accepted')) * priceCents;
    const fee = Math.floor((total * commissionPercent) / 100);
    const moved = (owner: string, name: string) =>
      sum(
        lines
          .filter((line) => line.entry.orderId === orderId && line.owner === owner && line.account === name)
          .map((line) => line.amountCents),
      );
    const buyer = `buyer:${sale.buyerTenantId}`;
    const isBack = status === 'cancelled' || status === 'refunded';
    const isSold = Boolean(completedAt) && !isBack;
    same(
      `${orderId} (${status})`,
      {
        balance: moved(buyer, 'balance'),
        reserved: moved(buyer, 'reserved'),
        held: moved(vendor, 'held'),
        available: moved(vendor, 'available'),
        fees: moved('platform', 'fees'),
      },
      {
        balance: isBack ? 0 : isSold ? -total : -quantity * priceCents,
        reserved: isBack || isSold ? 0 : quantity * priceCents,
        held: isSold && !releasedAt ? total - fee : 0,
        available: releasedAt ? total - fee : 0,
        fees: isSold ? fee : 0,
      },
    );
    if (releasedAt && status !== 'completed') wrong.push(`${orderId} was released and is ${status}`);
    const copy = of<Sale>('marketPurchase', sale.buyerTenantId).find((one) => one.orderId === orderId);
    same(
      `the buyer's ${orderId}`,
      [copy?.status, copy?.delivered, copy?.returned ?? 0],
      [status, sale.delivered, sale.returned ?? 0],
    );
    if (releasedAt && returns('requested', 'objected') > 0)
      wrong.push(`${orderId} was released with returns open`);
    const told = of<{ orderId: string }>('marketReturnedLead', sale.buyerTenantId).filter(
      (one) => one.orderId === orderId,
    );
    same(`leads told of ${orderId}`, told.length, returns('accepted'));
    if (sale.handedOver > quantity) wrong.push(`${orderId} has more leads than were bought`);
    const arrived = handovers.filter(({ state }) => state === 'arrived').length;
    same(`leads of ${orderId}`, [handovers.length, arrived], [sale.handedOver, sale.delivered]);
    if (status === 'fulfilling' && arrived < handovers.length) wrong.push(`${orderId} has leads that wait`);
    if (Boolean(completedAt) !== (sale.delivered === quantity) && status !== 'refunded')
      wrong.push(`${orderId}: ${sale.delivered} of ${quantity}, completed ${completedAt}`);
  }
  for (const tenantId of buyerTenantIds)
    for (const { orderId, status } of of<Sale>('marketPurchase', tenantId))
      if (status === 'placing') wrong.push(`${orderId} is still being placed`);

  // What standing orders have spent is what was sold to them, and nothing is set aside any more.
  for (const tenantId of buyerTenantIds) {
    const budgets = of<Record<string, number> & { standingOrderId: string; open?: Set<string> }>(
      'marketBudget',
      tenantId,
    );
    const buys = of<Buy>('marketStandingBuy', tenantId);
    const purchases = of<Sale>('marketPurchase', tenantId);
    const pings = of<Pinged>('marketPing', sellerTenantId);
    for (const { standingOrderId, takenCents, spentCents, allCents, allLeads, open } of budgets) {
      same(`set aside by ${standingOrderId}`, [takenCents, open?.size ?? 0], [spentCents, 0]);
      const bought = buys.filter((one) => one.standingOrderId === standingOrderId && one.state === 'bought');
      const won = pings.filter(
        ({ outcome, bids, claimedBidId }) =>
          outcome === 'sold' &&
          bids.some((bid) => bid.bidId === claimedBidId && bid.standingOrderId === standingOrderId),
      );
      // What gave its money back counts no longer: single leads, or the rest of an order.
      const back = purchases
        .filter((one) => one.standing?.standingOrderId === standingOrderId)
        .map(({ status, refusal, pingId, quantity, returned = 0, priceCents }) => {
          const isBack = status === 'refunded' || (status === 'cancelled' && !refusal && !pingId);
          const leads = isBack ? quantity : returned;
          return { leads, cents: leads * priceCents };
        });
      same(
        `spent by ${standingOrderId}`,
        [allCents, allLeads],
        [
          sum(bought.map(({ quantity, priceCents }) => quantity * priceCents)) +
            sum(won.map(({ priceCents }) => priceCents)) -
            sum(back.map(({ cents }) => cents)),
          sum(bought.map(({ quantity }) => quantity)) + won.length - sum(back.map(({ leads }) => leads)),
        ],
      );
    }
  }
  for (const { pingId, outcome, orderId } of of<Pinged>('marketPing', sellerTenantId)) {
    if (outcome === 'open' || outcome === 'posted') wrong.push(`${pingId} is still ${outcome}`);
    const made = sales.filter((sale) => sale.pingId === pingId && sale.handedOver > 0);
    same(
      `sales of ${pingId}`,
      made.map((sale) => sale.orderId),
      outcome === 'sold' ? [orderId] : [],
    );
  }

  // Each lead is at its buyer's once.
  for (const tenantId of buyerTenantIds) {
    const leads = of<{ lead: { source: string; phones: { number: string }[] } }>('lead', tenantId);
    const bought = leads.filter(({ lead }) => lead.source === providerName);
    const made = sales.filter((sale) => sale.buyerTenantId === tenantId);
    same(`leads of ${tenantId}`, bought.length, sum(made.map(({ delivered, known }) => delivered - known)));
    const numbers = leads.flatMap(({ lead }) => lead.phones.map(({ number }) => number));
    same(`numbers of ${tenantId}`, new Set(numbers).size, numbers.length);
  }

  // What is left of a listing is what was not sold, and nobody is paid what was not released.
  for (const [listingId, first] of offered) {
    const listing = of<{ listingId: string; leadCount: number; soldCount: number }>(
      'marketListing',
      sellerTenantId,
    ).find((one) => one.listingId === listingId)!;
    const sold = sum(
      sales
        .filter((sale) => sale.listingId === listingId && sale.status !== 'cancelled')
        .map(({ quantity }) => quantity),
    );
    same(`what is left of ${listingId}`, [listing.leadCount, listing.soldCount], [first - sold, sold]);
  }
  const ofKind = (kind: string) => lines.filter((line) => line.entry.kind === kind && line.owner === vendor);
  const paid = -sum([...ofKind('payout'), ...ofKind('payout_returned')].map((line) => line.amountCents));
  const released = sum(
    ofKind('release')
      .filter(({ account }) => account === 'available')
      .map((line) => line.amountCents),
  );
  if (paid > released) wrong.push(`${paid} was paid out of ${released}`);
  return wrong;
}
