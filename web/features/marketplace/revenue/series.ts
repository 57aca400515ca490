import { type RevenuePeriod as Period, revenuePeriods as periods } from '#shared/model/market.ts';
import { seriesLengths } from '#shared/model/market-revenue.ts';

export { type Period, periods };

export interface RevenuePoint {
  /** The first day of the point's day, week, month or year in the workspace's time zone, YYYY-MM-DD. */
  date: string;
  /** USD cents; below zero where more was refunded than sold. */
  revenue: number;
  orders: number;
  leads: number;
}

const formatter = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** '$1,250', without decimals. @param cents USD cents */
export const wholeDollars = (cents: number): string => formatter.format(Math.round(cents / 100));

export const hasRevenue = (points: readonly RevenuePoint[]): boolean =>
  points.some(({ revenue, orders }) => revenue !== 0 || orders > 0);

/** '+25%', '-8%', 'new'. @param change in percent, of `changeOf` */
export function changeText(change: number | 'new'): string {
  if (change === 'new') return 'new';
  const percent = Math.round(change);
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')}%`;
}

const inWords = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
};
const dayAndMonth = inWords({ month: 'short', day: 'numeric' });
const shortMonth = inWords({ month: 'short' });
const year = inWords({ year: 'numeric' });
const wholeDay = inWords({ dateStyle: 'medium' });
const wholeMonth = inWords({ month: 'long', year: 'numeric' });

/** Below the axis. */
export const tickOf: Record<Period, (date: string) => string> = {
  day: dayAndMonth,
  week: dayAndMonth,
  month: shortMonth,
  year,
};

/** In full: 'Nov 3, 2026', 'Week of Nov 2, 2026', 'November 2026', '2026'. */
export const nameOf: Record<Period, (date: string) => string> = {
  day: wholeDay,
  week: (date) => `Week of ${wholeDay(date)}`,
  month: wholeMonth,
  year,
};

/** The first day of a period, so many periods before that of `now`. */
function startOf(period: Period, back: number, now: Date): string {
  const [y, m, d] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const starts: Record<Period, number> = {
    day: Date.UTC(y, m, d - back),
    week: Date.UTC(y, m, d - sinceMonday - 7 * back),
    month: Date.UTC(y, m - back, 1),
    year: Date.UTC(y - back, 0, 1),
  };
  return new Date(starts[period]).toISOString().slice(0, 10);
}

/** Made-up figures that show what the chart is like. They are drawn only where they are marked 'Sample data'. */
export function samplePoints(period: Period, now = new Date()): RevenuePoint[] {
  const length = seriesLengths[period];
  const days: Record<Period, number> = { day: 1, week: 7, month: 30, year: 365 };
  return Array.from({ length }, (_, at) => {
    // It rises, and goes up and down on the way.
    const orders = Math.round(days[period] * (1 + (2 * at) / length + Math.sin(at * 1.7) * 0.6));
    return {
      date: startOf(period, length - 1 - at, now),
      revenue: orders * 12_500,
      orders,
      leads: orders * 25,
    };
  });
}
