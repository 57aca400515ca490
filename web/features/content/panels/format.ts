const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A file size as people read it: 1.4 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const steps: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A moment seen from now: 3 minutes ago. Past a week it is the date. */
export function formatAgo(timestamp: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(timestamp) - now) / 1_000);
  if (Math.abs(seconds) > 7 * 86_400)
    return new Date(timestamp).toLocaleDateString(undefined, { dateStyle: 'medium' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return Math.abs(seconds) < 45 ? 'just now' : relative.format(Math.round(seconds / 60), 'minute');
}
