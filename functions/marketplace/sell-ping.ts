import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { ownStanding, find as ownTenant } from '#functions/tenants/api.ts';
import { noCertificates } from '#shared/model/certificate.ts';
import type { SoldLead } from '#shared/model/market.ts';
import { releaseBid, spendBid } from './budget.ts';
import { changeOrder } from './change-order.ts';
import { takeOver } from './fulfil.ts';
import { personsOf, soldBefore } from './handover.ts';
import { hasPerson, knownToBuyer } from './known-persons.ts';
import { findPurchase, findSold, findSoldOrder, insertPurchase, type StoredPurchase } from './order-store.ts';
import { type Bid, findPing, replacePing, type StoredPing } from './ping-store.ts';
import { place } from './purchase.ts';
import { settle } from './settle.ts';
import { findStandingOrder } from './standing-store.ts';

/*
 * A posted lead is sold to one bid of its ping, by steps in two tenants, each decided once:
 *
 *   1 the ping is 'posted', with the lead                       post.ts
 *   2 the bid is claimed, or refused                            the ping's next version, so that of two workers one decides
 *   3 the order: placed, paid for, decided                      as anybody's purchase (purchase.ts)
 *   4 the lead is handed over and delivered                     as anybody's (fulfil.ts)
 *   5 the bid's price is spent, the other bids' are free again  budget.ts
 *   6 the ping is 'sold'; or with 'refused' on to the next bid
 *
 * Whoever is killed leaves a ping that is due, and the sweeper goes on from the step that is missing.
 */

const orderIdOf = ({ bidId }: Bid): string => deterministicId('mor', bidId);

const inBuyer = <T>({ buyerTenantId }: Bid, work: () => Promise<T>): Promise<T> =>
  asSystem(buyerTenantId, 'marketplace', work);

const heldBy = ({ standingOrderId, day, bidId, priceCents: cents }: Bid) => ({
  standingOrderId,
  day,
  bidId,
  cents,
  leads: 1,
});

/** Sets the parts of bids' budgets free again, except one's. */
export const releaseBids = (bids: readonly Bid[], except = ''): Promise<unknown> =>
  Promise.all(
    bids.filter(({ bidId }) => bidId !== except).map((bid) => inBuyer(bid, () => releaseBid(heldBy(bid)))),
  );

/** Why a bid does not take a lead; undefined where it does. It tells nothing of the buyer's leads but that one is there. */
export async function refusalOfBid(ping: StoredPing, bid: Bid, lead: SoldLead): Promise<string | undefined> {
  const marks = await Promise.all(personsOf(lead).map((person) => findSold(ping.providerId, person)));
  const { buyerTenantId } = bid;
  const before = soldBefore({ exclusivity: exclusivityOf(ping), buyerTenantId }, marks);
  if (before) return before;
  return inBuyer(bid, async () => {
    if ((await ownStanding()) !== 'active') return 'The buyer cannot buy at the moment.';
    return (await hasPerson(lead)) ? knownToBuyer : undefined;
  });
}

export const exclusivityOf = ({ exclusive }: Pick<StoredPing, 'exclusive'>) =>
  exclusive ? ('exclusive' as const) : ('shared' as const);

/** The buyer's order of a claimed bid, placed; as the buyer's tenant. */
async function ordered(ping: StoredPing, bid: Bid, sellerTenantId: number): Promise<StoredPurchase> {
  const orderId = orderIdOf(bid);
  const there = await findPurchase(orderId);
  if (!there) {
    const order = await findStandingOrder(bid.standingOrderId);
    const purchase: StoredPurchase = {
      orderId,
      pingId: ping.pingId,
      listingId: '',
      listingTitle: `Pinged lead: ${ping.category}, ${ping.state} ${ping.zip}`,
      providerId: ping.providerId,
      providerName: ping.providerName,
      exclusivity: exclusivityOf(ping),
      sampleFields: ['state', 'postcode'],
      sellerTenantId,
      buyerName: (await ownTenant())?.name ?? '',
      userId: order?.userId ?? 'marketplace',
      requestId: '',
      standing: { standingOrderId: bid.standingOrderId, day: bid.day },
      quantity: 1,
      priceCents: bid.priceCents,
      status: 'placing',
      delivered: 0,
      known: 0,
      handedOver: 0,
      refusedAsKnown: 0,
      reason: '',
      refusal: '',
      certificate: 'none',
      certificates: noCertificates,
      returned: 0,
      returnsOpen: 0,
      createdAt: clock.iso(),
      completedAt: null,
      releasedAt: null,
      version: 1,
    };
    await accepted(commit(insertPurchase(purchase)));
  }
  const placed = (await place(orderId))!;
  if (placed.status === 'placing') throw new Error(`Order ${orderId} is still being placed.`);
  return placed;
}

/** Takes back an order whose lead was not taken, as the seller's tenant. */
async function takeBack(orderId: string, reason: string): Promise<void> {
  try {
    await changeOrder(orderId, ({ status }) => {
      if (status !== 'pending') throw new AppError(409, 'decided', 'The order is decided.');
      return { status: 'cancelled', reason };
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'decided') throw error;
  }
}

/** Has a claimed bid buy the lead: undefined when it is sold, else why not. Done again it says the same. */
async function sellTo(ping: StoredPing, bid: Bid, lead: SoldLead, sellerTenantId: number) {
  const purchase = await inBuyer(bid, () => ordered(ping, bid, sellerTenantId));
  // What the buyer has on the balance is no business of the seller's.
  if (purchase.refusal === 'balance_too_low') return 'The buyer cannot pay for it.';
  if (purchase.refusal) return purchase.reason;
  const orderId = orderIdOf(bid);
  const reason = await takeOver(orderId, lead);
  if (reason) await takeBack(orderId, reason);
  await settle(orderId);
  const sale = (await findSoldOrder(orderId))!;
  return sale.handedOver > 0 ? undefined : (reason ?? sale.reason);
}

type Change = (ping: StoredPing) => Partial<StoredPing> | undefined;

/** Changes a ping while it is posted; answers it as it is then. `change` answers nothing where it is decided already. */
const changePing = (pingId: string, change: Change): Promise<StoredPing> =>
  retryOnConflict(
    async () => {
      const ping = (await findPing(pingId))!;
      const changes = ping.outcome === 'posted' ? change(ping) : undefined;
      if (!changes) return ping;
      await commit(replacePing(ping, { ...ping, ...changes }));
      return (await findPing(pingId))!;
    },
    { pauseMs: 10, maxPauseMs: 150 },
  );

const refuse = (pingId: string, { bidId }: Bid, reason: string): Promise<StoredPing> =>
  changePing(pingId, ({ refusals, claimedBidId }) =>
    // Somebody else may have claimed this bid or another meanwhile: what is claimed decides.
    (claimedBidId && claimedBidId !== bidId) || bidId in refusals
      ? undefined
      : { refusals: { ...refusals, [bidId]: reason }, claimedBidId: '' },
  );

/** The next bid that a posted lead may go to. */
const nextBid = ({ bids, refusals, posted, claimedBidId }: StoredPing): Bid | undefined =>
  bids.find(({ bidId }) => bidId === claimedBidId) ??
  bids.find(({ bidId }) => !(bidId in refusals) && (!posted?.bidId || posted.bidId === bidId));

/** Ends a post that no bid took. Others may be posted to as long as they stand, where one was named. */
async function endRefused(ping: StoredPing): Promise<StoredPing> {
  const left = ping.bids.filter(({ bidId }) => !(bidId in ping.refusals));
  const mayGoOn = left.length > 0;
  if (!mayGoOn) await releaseBids(ping.bids);
  return changePing(ping.pingId, ({ refusals, posted }) => ({
    outcome: mayGoOn ? 'open' : 'refused',
    reason: (posted?.bidId && refusals[posted.bidId]) || (Object.values(refusals)[0] ?? ''),
    posted: null,
  }));
}

/**
 * Sells the lead of a posted ping to its bids, as the seller's tenant, best first. It bears being done twice, at once and
 * a kill anywhere. Answers the ping as it has ended.
 */
export async function sellPosted(pingId: string, sellerTenantId: number): Promise<StoredPing> {
  for (;;) {
    let ping = (await findPing(pingId))!;
    const lead = ping.posted?.lead;
    if (ping.outcome !== 'posted' || !lead) return ping;
    const bid = nextBid(ping);
    if (!bid) return endRefused(ping);
    if (ping.claimedBidId !== bid.bidId) {
      const refusal = await refusalOfBid(ping, bid, lead);
      const { version } = ping;
      // Whoever read an earlier state judges anew.
      ping = await changePing(pingId, (now) =>
        now.version !== version
          ? undefined
          : refusal
            ? { refusals: { ...now.refusals, [bid.bidId]: refusal } }
            : { claimedBidId: bid.bidId },
      );
      if (ping.claimedBidId !== bid.bidId || ping.outcome !== 'posted') {
        if (bid.bidId in ping.refusals) await releaseBids([bid]);
        continue;
      }
    }
    const reason = await sellTo(ping, bid, lead, sellerTenantId);
    if (reason) {
      await refuse(pingId, bid, reason);
      await releaseBids([bid]);
      continue;
    }
    await inBuyer(bid, () => spendBid(heldBy(bid)));
    await releaseBids(ping.bids, bid.bidId);
    return changePing(pingId, () => ({
      outcome: 'sold',
      reason: '',
      posted: null,
      priceCents: bid.priceCents,
      orderId: orderIdOf(bid),
    }));
  }
}
