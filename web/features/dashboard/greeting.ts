/** A greeting for an hour of the day, 0–23. */
export function greetingAt(hour: number): string {
  if (hour < 5) return 'Good evening';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** Whole days that are left until `end` (ISO 8601), the current one counted; 0 when it is over. */
export function daysLeft(end: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(end) - now) / 86_400_000));
}
