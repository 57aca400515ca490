import type { RevenuePeriod } from '#shared/model/market.ts';
import { seriesLengths } from '#shared/model/market-revenue.ts';
import { dateAfter, localTime, weekdayOf } from '#shared/model/zone-time.ts';

/** An order that brought money, or took it back again. */
export interface Earning {
  orderId: string;
  /** US cents after the commission; below 0 for a refund, and for a lead that went back. */
  amountCents: number;
  leads: number;
  /** Whether the whole order's money went back. */
  isRefund: boolean;
  /** ISO 8601. */
  at: string;
}

export interface Point {
  /** The first day of the stretch. */
  date: string;
  revenue: number;
  orders: number;
  leads: number;
}

/** The first day of the stretch that a day lies in; weeks begin on Monday. */
function beginning(date: string, period: RevenuePeriod): string {
  if (period === 'week') return dateAfter(date, -((weekdayOf(date) + 6) % 7));
  if (period === 'month') return `${date.slice(0, 7)}-01`;
  return period === 'year' ? `${date.slice(0, 4)}-01-01` : date;
}

/** The first days of the last stretches, oldest first, the current one last. */
function beginnings(today: string, period: RevenuePeriod): string[] {
  const found: string[] = [];
  for (let date = today; found.length < seriesLengths[period]; date = dateAfter(found[0]!, -1))
    found.unshift(beginning(date, period));
  return found;
}

/** What orders brought that stand: a refunded one counts nowhere, as if it had never been. */
function standing(earnings: readonly Earning[]): Earning[] {
  const refunded = new Set(earnings.flatMap(({ orderId, isRefund }) => (isRefund ? [orderId] : [])));
  return earnings.filter(({ orderId }) => !refunded.has(orderId));
}

/** Earnings by stretches of the wall clock in a zone; none where nothing was ever earned. */
export function seriesOf(
  earnings: readonly Earning[],
  period: RevenuePeriod,
  zone: string,
  now: number,
): Point[] {
  const earned = standing(earnings);
  if (earned.length === 0) return [];
  const points = new Map(
    beginnings(localTime(zone, now).date, period).map((date) => [
      date,
      { date, revenue: 0, orders: 0, leads: 0 },
    ]),
  );
  for (const { at, amountCents, leads } of earned) {
    const point = points.get(beginning(localTime(zone, Date.parse(at)).date, period));
    if (!point) continue;
    point.revenue += amountCents;
    point.orders += amountCents < 0 ? 0 : 1;
    point.leads += amountCents < 0 ? -leads : leads;
  }
  return [...points.values()];
}
