import type { JourneyStatistics } from '../shared/types.ts';

type Day = JourneyStatistics['days'][number];

/** A chart of fewer days than these would say nothing. */
const fewest = 14;
const most = 60;

const two = (part: number) => String(part).padStart(2, '0');
const dateOf = (day: Date) => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;

/** The days up to today without gaps: those on which nothing happened are zero. */
export function daysOf(days: readonly Day[], today: Date): Day[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const first = days[0]?.date ?? dateOf(today);
  const last = [days.at(-1)?.date ?? '', dateOf(today)].sort().at(-1)!;
  const shown: Day[] = [];
  const at = new Date(`${last}T12:00`);
  while (shown.length < most && (shown.length < fewest || dateOf(at) >= first)) {
    const date = dateOf(at);
    shown.unshift(byDate.get(date) ?? { date, entered: 0, completed: 0, exited: 0 });
    at.setDate(at.getDate() - 1);
  }
  return shown;
}
