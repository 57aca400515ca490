import { pageThat, type Read } from '#functions/kernel/paging.ts';
import type { Ping } from '#shared/model/market-bids.ts';
import { queryPings, type StoredPing } from './ping-store.ts';
import { ownShops } from './shops.ts';

function viewOf(stored: StoredPing): Ping {
  const { pingId: id, providerId, providerName, category, zip, state, exclusive, attributes } = stored;
  const { testMode, outcome, reason, bids, priceCents, orderId, createdAt } = stored;
  return {
    id,
    providerId,
    providerName,
    category,
    zip,
    state,
    exclusive,
    attributes,
    testMode,
    outcome,
    reason,
    bids: bids.length,
    bestBidCents: bids[0]?.priceCents ?? null,
    priceCents,
    orderId,
    createdAt,
  };
}

/** A page of the pings of the shops in which the actor sells, newest first. A page may hold fewer than there are. */
export async function listPings(limit: number, cursor: string | undefined) {
  const own = new Set((await ownShops()).map(({ providerId }) => providerId));
  const read: Read<StoredPing> = (options) => queryPings().go({ ...options, order: 'desc' });
  const { found, nextCursor } = await pageThat(read, ({ providerId }) => own.has(providerId), {
    limit,
    cursor,
  });
  return { pings: found.map(viewOf), nextCursor };
}
