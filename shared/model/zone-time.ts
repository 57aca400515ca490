/*
 * Wall clocks of time zones, by Intl alone: it runs in the functions, in the browser and on players. Fast enough to ask
 * a million times: what Intl knows of a zone is asked once for each year and kept as the few instants at which its
 * offset changes. Dates are `YYYY-MM-DD`, times of day are minutes after midnight, instants are ms since 1970.
 */
const minute = 60_000;
const day = 86_400_000;

interface Stretch {
  from: number;
  /** Minutes east of UTC. */
  offset: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that does not exist */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** A zone as people read it: 'America/New York'. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** True for an IANA zone, such as America/New_York. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

function askIntl(zone: string, at: number): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!);
  return Math.round((wall - Math.floor(at / minute) * minute) / minute);
}

/** The last minute-exact instant at which `offset` no longer holds, between two instants. */
function changeBetween(zone: string, before: number, after: number): number {
  const offset = askIntl(zone, before);
  let low = before / minute;
  let high = after / minute;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (askIntl(zone, middle * minute) === offset) low = middle;
    else high = middle;
  }
  return high * minute;
}

const years = new Map<string, Stretch[]>();
/** Years of zones that are kept; a text of the user's may name any year. */
const mostYears = 5_000;

/** No zone changes its clock twice within this many days, but for decrees that Intl learns of afterwards. */
const probeDays = 14;

function stretchesOf(zone: string, year: number): Stretch[] {
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const end = Date.UTC(year + 1, 0, 1);
  let at = Date.UTC(year, 0, 1);
  let offset = askIntl(zone, at);
  const found: Stretch[] = [{ from: at, offset }];
  while (at < end) {
    const next = Math.min(at + probeDays * day, end);
    const then = askIntl(zone, next);
    if (then !== offset) {
      found.push({ from: changeBetween(zone, at, next), offset: then });
      offset = then;
    }
    at = next;
  }
  if (years.size >= mostYears) years.clear();
  years.set(key, found);
  return found;
}

/** Minutes that the zone's wall clock is ahead of UTC at an instant. @throws RangeError for an unknown zone */
export function offsetAt(zone: string, at: number): number {
  const stretches = stretchesOf(zone, new Date(at).getUTCFullYear());
  let found = stretches[0]!;
  for (const stretch of stretches) if (stretch.from <= at) found = stretch;
  return found.offset;
}

export interface LocalTime {
  /** YYYY-MM-DD */
  date: string;
  /** 0 is Sunday. */
  weekday: number;
  /** Since midnight by the wall clock, 0–1439. */
  minute: number;
}

/** What clock and calendar on a wall in the zone show at an instant. */
export function localTime(zone: string, at: number): LocalTime {
  const wall = new Date(at + offsetAt(zone, at) * minute);
  return {
    date: wall.toISOString().slice(0, 10),
    weekday: wall.getUTCDay(),
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  };
}

/**
 * The instant at which a zone's wall clock shows `minuteOfDay` on `date`. Of a time that comes twice, the first;
 * of one that the spring skips, the instant at which the clock jumps over it. 1440 is the midnight that ends the day.
 */
export function instantOf(zone: string, date: string, minuteOfDay: number): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * minute;
  const early = wall - offsetAt(zone, wall - day) * minute;
  if (early + offsetAt(zone, early) * minute === wall) return early;
  const late = wall - offsetAt(zone, wall + day) * minute;
  if (late + offsetAt(zone, late) * minute === wall) return late;
  return changeBetween(zone, wall - day, wall + day);
}

/** Minutes that a zone's clock is ahead of its standard time at noon of a date; 0 where nothing is changed in summer. */
export function daylightSaving(zone: string, date: string): number {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const year = Number(date.slice(0, 4));
  const standard = Math.min(...[0, 6].map((month) => offsetAt(zone, Date.UTC(year, month, 1))));
  return offsetAt(zone, noon) - standard;
}

/** The date `days` after a date, both YYYY-MM-DD. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
