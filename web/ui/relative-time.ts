const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** The time `at` (ms) as seen from `now` (ms), in words. */
export function relativeTo(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  return 'just now';
}
