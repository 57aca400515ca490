/*
 * Wall clocks of time zones, by Intl alone: it runs in the functions, in the browser and on weak players. Dates are
 * `YYYY-MM-DD`, times of day are minutes after midnight, instants are milliseconds since 1970.
 */

const minuteMs = 60_000;
const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** What the wall clock shows, read as if it were UTC; ms. */
function wallAsUtc(zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

/** How far the zone's wall clock is ahead of UTC at an instant; ms. */
const offsetAt = (zone: string, at: number): number => wallAsUtc(zone, at) - Math.floor(at / 1000) * 1000;

export interface WallTime {
  date: string;
  /** 0–1439 */
  minute: number;
  /** 0 is Sunday. */
  weekday: number;
}

export function wallTime(zone: string, at: number): WallTime {
  const wall = wallAsUtc(zone, at);
  return {
    date: new Date(wall).toISOString().slice(0, 10),
    minute: Math.floor((wall % dayMs) / minuteMs),
    weekday: new Date(wall).getUTCDay(),
  };
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/**
 * When a wall clock shows a time. A time that comes twice (clocks go back) is its first; one that is left out
 * (clocks go forward) is the moment of the jump. `minute` may be 1440, the midnight that ends the day.
 */
export function instantOf(zone: string, date: string, minute: number): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * minuteMs;
  const before = offsetAt(zone, wall - dayMs);
  const after = offsetAt(zone, wall + dayMs);
  const early = wall - Math.max(before, after);
  const late = wall - Math.min(before, after);
  if (before === after) return early;
  for (const at of [early, late]) if (at + offsetAt(zone, at) === wall) return at;
  // Left out: the jump lies between the two readings.
  let low = early;
  let high = late;
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (offsetAt(zone, middle) === after) high = middle;
    else low = middle;
  }
  return high;
}
