import { clock } from '#functions/kernel/clock.ts';
import { find as ownTenant } from '#functions/tenants/api.ts';
import type { RevenuePeriod } from '#shared/model/market.ts';
import { changeOf } from '#shared/model/market-revenue.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { vendorOwner } from './books.ts';
import { allLines } from './books-store.ts';
import { openSoldOrders } from './order-store.ts';
import { offeredByActor } from './search.ts';
import { type Earning, seriesOf } from './series.ts';
import { ownShops } from './shops.ts';

const sum = (lines: readonly { amountCents: number }[]): number =>
  lines.reduce((all, { amountCents }) => all + amountCents, 0);

/** Every line of the books of the shops in which the actor sells. */
async function linesOfActor() {
  const shops = await ownShops();
  return (await Promise.all(shops.map(({ providerId }) => allLines(vendorOwner(providerId))))).flat();
}

type Line = Awaited<ReturnType<typeof linesOfActor>>[number];

const isEarning = ({ kind }: Line): boolean => kind === 'sale' || kind === 'refund' || kind === 'return';

/** The figures of what the actor sells, added up from the books. */
export async function stats() {
  const [lines, listings, sales, shops] = await Promise.all([
    linesOfActor(),
    offeredByActor(),
    openSoldOrders(),
    ownShops(),
  ]);
  const own = new Set(shops.map(({ providerId }) => providerId));
  const on = (account: string) => lines.filter((line) => line.account === account);
  return {
    totalRevenue: sum(lines.filter(isEarning)),
    activeListings: listings.filter(({ status }) => status === 'active').length,
    pendingOrders: sales.filter(({ providerId }) => own.has(providerId)).length,
    availableCents: sum(on('available')),
    heldCents: sum(on('held')),
    paidOutCents: -sum(lines.filter(({ kind }) => kind === 'payout' || kind === 'payout_returned')),
  };
}

/** Earnings over time, by the workspace's wall clock. */
export async function revenue(period: RevenuePeriod) {
  const earnings: Earning[] = (await linesOfActor())
    .filter(isEarning)
    .map(({ kind, orderId, amountCents, leads, at }) => ({
      orderId: orderId ?? '',
      amountCents,
      leads,
      at,
      isRefund: kind === 'refund',
    }));
  const zone = (await ownTenant())?.timeZone ?? defaultTimeZone;
  const points = seriesOf(earnings, period, zone, clock.now());
  return { points, change: changeOf(points) };
}
