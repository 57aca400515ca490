import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { deterministicId, newId } from '#functions/kernel/ids.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { bidLimits, type PingFields } from '#shared/model/market-bids.ts';
import { type Bidder, biddersFor, soldMarks } from './bidders.ts';
import { holdForBid } from './budget.ts';
import { shopToSellIn } from './listings.ts';
import { type Bid, insertPing, replacePing, type StoredPing } from './ping-store.ts';

const keptSeconds = bidLimits.pingDays * 86_400;

/** Sets the price of a bid aside in its buyer's budget; undefined where that does not hold it any more. */
const hold = (bid: Bid, { order, today }: Bidder): Promise<string | undefined> =>
  asSystem(bid.buyerTenantId, 'marketplace', () => {
    const { standingOrderId, bidId, priceCents: cents } = bid;
    return holdForBid({ standingOrderId, bidId, cents, leads: 1 }, order, today);
  });

const none = 'No standing order of a buyer wants such a lead at the moment.';

function answer({ pingId, outcome, bids, bidsUntil, testMode }: StoredPing) {
  const isMatched = outcome === 'open';
  return {
    status: isMatched ? ('Matched' as const) : ('Unmatched' as const),
    pingId,
    bids: bids.map(({ bidId, priceCents }) => ({ bidId, priceCents })),
    expiresAt: isMatched ? bidsUntil : null,
    testMode,
  };
}

/**
 * Asks what buyers bid for a lead. Each bid of the answer has its price set aside in its buyer's budget until it runs out
 * or the ping is posted; in test mode nothing is. The ping is written before anything is set aside, so that whatever
 * dies in between is found by it.
 * @throws 400 where the shop has to be named; 404; 409 'shop_suspended'
 */
export async function answerPing({
  providerId,
  category,
  zip,
  state,
  exclusive,
  hashes,
  attributes,
  mode,
}: PingFields) {
  const shop = await shopToSellIn(providerId);
  if (shop.status !== 'active')
    throw conflict('This shop is suspended and sells nothing at the moment.', undefined, 'shop_suspended');
  const pinged = { category, state, exclusive, attributes };
  const marks = await soldMarks(shop.providerId, [hashes.phone, hashes.email]);
  const bidders = await biddersFor(pinged, marks, bidLimits.bids);
  const now = clock.now();
  const pingId = newId('mpg');
  const testMode = mode === 'test';
  const bids = bidders.map(({ order: { standingOrderId, bidCents }, buyerTenantId, today }) => ({
    bidId: deterministicId('mbd', pingId, standingOrderId),
    standingOrderId,
    buyerTenantId,
    priceCents: bidCents,
    day: today,
  }));
  const written: StoredPing = {
    ...pinged,
    pingId,
    providerId: shop.providerId,
    providerName: shop.name,
    zip,
    phoneHash: hashes.phone ?? '',
    emailHash: hashes.email ?? '',
    testMode,
    bids,
    outcome: bids.length > 0 ? 'open' : 'unmatched',
    reason: bids.length > 0 ? '' : none,
    refusals: {},
    posted: null,
    postedMark: '',
    claimedBidId: '',
    priceCents: null,
    orderId: null,
    createdAt: new Date(now).toISOString(),
    bidsUntil: new Date(now + bidLimits.bidMinutes * 60_000).toISOString(),
    version: 1,
    expiresAt: Math.floor(now / 1000) + keptSeconds,
  };
  await commit(insertPing(written));
  if (testMode || bids.length === 0) return answer(written);
  const days = await Promise.all(bids.map((bid, at) => hold(bid, bidders[at]!)));
  const held = bids.flatMap((bid, at) => (days[at] ? [{ ...bid, day: days[at] }] : []));
  // The day may be another only where the buyer's time zone was moved.
  if (held.length === bids.length && held.every(({ day }, at) => day === bids[at]!.day))
    return answer(written);
  const left: StoredPing = {
    ...written,
    bids: held,
    outcome: held.length > 0 ? 'open' : 'unmatched',
    reason: held.length > 0 ? '' : none,
  };
  await writeOne(replacePing(written, left));
  return answer(left);
}
