import type { Bar } from '#web/ui/BarChart.tsx';

interface Day {
  /** YYYY-MM-DD */
  date: string;
  sent: number;
  delivered: number;
  failed: number;
  received?: number;
}

/** A bar for each day. `open` is what went out and of which nobody has said yet whether it arrived. */
export function barsOf(days: readonly Day[]): Bar[] {
  const every = days.length <= 7 ? 1 : days.length <= 30 ? 5 : 15;
  return days.map(({ date, sent, delivered, failed, received = 0 }, at) => {
    const name = new Date(date).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      month: 'short',
      day: 'numeric',
    });
    return {
      key: date,
      // In the middle of its stretch: at the very end it would stand out of the chart.
      tick: (days.length - 1 - at) % every === Math.floor(every / 2) ? name : '',
      name,
      values: { delivered, failed, received, open: Math.max(0, sent - delivered - failed) },
    };
  });
}
