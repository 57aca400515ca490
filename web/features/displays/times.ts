/** 8:05 as a time field takes it. 1440, the midnight that ends a day, is 00:00 there. */
export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Minutes after midnight of what a time field holds; undefined while it is not filled in. */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

export const clockText = (minute: number): string =>
  new Date(Date.UTC(2026, 0, 1, 0, minute)).toLocaleTimeString(undefined, {
    timeZone: 'UTC',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The days of a week from Monday; the number is the one that rules hold. */
export const weekdays = [
  { day: 1, short: 'Mon', long: 'Monday' },
  { day: 2, short: 'Tue', long: 'Tuesday' },
  { day: 3, short: 'Wed', long: 'Wednesday' },
  { day: 4, short: 'Thu', long: 'Thursday' },
  { day: 5, short: 'Fri', long: 'Friday' },
  { day: 6, short: 'Sat', long: 'Saturday' },
  { day: 0, short: 'Sun', long: 'Sunday' },
] as const;

/** A length of time as people say it: 2 h 5 min. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 ? `${minutes} min ${whole % 60} s` : `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

/** An instant in a display's own zone. */
export const inZone = (at: number | string, zone: string, withDay = false): string =>
  new Date(at).toLocaleString(undefined, {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    ...(withDay ? { weekday: 'short' as const } : {}),
  });
