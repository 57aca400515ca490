import type { Bar } from '#web/ui/BarChart.tsx';

const hourMs = 3_600_000;

/** A chart of more hours than these is one of days; they fit beside each other on a telephone. */
const mostHours = 48;

/** Names on the axis. */
const ticks = 6;

interface Sent {
  /** The beginning of an hour, ISO 8601. */
  at: string;
  sent: number;
}

/** Midnight, by the viewer's clock, of the day of an instant. */
const dayOf = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());

const nextOf = (at: Date, by: 'hour' | 'day'): Date =>
  by === 'hour'
    ? new Date(at.getTime() + hourMs)
    : new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);

const nameOf = (at: Date, by: 'hour' | 'day'): string =>
  at.toLocaleString(
    undefined,
    by === 'hour' ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium' },
  );

const tickOf = (at: Date, by: 'hour' | 'day'): string =>
  by === 'hour'
    ? at.toLocaleTimeString(undefined, { hour: 'numeric' })
    : at.toLocaleDateString(undefined, { month: 'short', day: 'numeric' });

/** Bars from the first text to the last, by the viewer's clock: of hours or, of more than two days, of days; with the gaps. */
export function barsOfHours(hours: readonly Sent[]): { by: 'hour' | 'day'; bars: Bar[] } {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return { by: 'hour', bars: [] };
  const [from, to] = [new Date(first.at), new Date(last.at)];
  const by = to.getTime() - from.getTime() < mostHours * hourMs ? 'hour' : 'day';
  const startOf = (at: Date) => (by === 'hour' ? at : dayOf(at));
  const sums = new Map<number, number>();
  for (const { at, sent } of hours) {
    const start = startOf(new Date(at)).getTime();
    sums.set(start, (sums.get(start) ?? 0) + sent);
  }
  const starts: Date[] = [];
  for (let at = startOf(from); at <= to; at = nextOf(at, by)) starts.push(at);
  const every = Math.ceil(starts.length / ticks);
  return {
    by,
    bars: starts.map((at, n) => ({
      key: at.toISOString(),
      name: nameOf(at, by),
      tick: n % every === 0 ? tickOf(at, by) : '',
      values: { sent: sums.get(at.getTime()) ?? 0 },
    })),
  };
}
