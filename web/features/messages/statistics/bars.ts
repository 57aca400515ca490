import type { Bar } from '#web/ui/BarChart.tsx';

interface Day {
  /** YYYY-MM-DD */
  date: string;
  sent: number;
  delivered: number;
  failed: number;
  bounced?: number;
  received?: number;
}

const dayOf = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', ...options });

/** A bar for each day; the names of some of them stand below. */
function barsBy<T extends { date: string }>(days: readonly T[], valuesOf: (day: T) => Bar['values']): Bar[] {
  const every = days.length <= 7 ? 1 : days.length <= 30 ? 5 : 15;
  return days.map((day, at) => {
    const name = dayOf(day.date, { month: 'short', day: 'numeric' });
    return {
      key: day.date,
      // In the middle of its stretch: at the very end it would stand out of the chart.
      tick: (days.length - 1 - at) % every === Math.floor(every / 2) ? name : '',
      name,
      values: valuesOf(day),
    };
  });
}

/** What went out and came in by day. `open` is what nobody has said yet of whether it arrived. */
export const barsOf = (days: readonly Day[]): Bar[] =>
  barsBy(days, ({ sent, delivered, failed, bounced = 0, received = 0 }) => ({
    delivered,
    failed,
    bounced,
    received,
    open: Math.max(0, sent - delivered - failed - bounced),
  }));

/** Texts and mails together; both are counted by the same days. */
export function barsOfBoth(texts: readonly Day[], mails: readonly Day[]): Bar[] {
  const mailsOn = new Map(mails.map((day) => [day.date, day]));
  return barsBy(texts, ({ date, sent, failed, received = 0 }) => {
    const mail = mailsOn.get(date);
    const mailsFailed = (mail?.failed ?? 0) + (mail?.bounced ?? 0);
    // What failed was sent too: it stands in one part of the bar alone.
    return {
      texts: Math.max(0, sent - failed),
      mails: Math.max(0, (mail?.sent ?? 0) - mailsFailed),
      received: received + (mail?.received ?? 0),
      failed: failed + mailsFailed,
    };
  });
}
