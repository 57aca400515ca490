import { dollars } from '#shared/model/money.ts';
import { localTime } from '#shared/model/zone-time.ts';

/** '$12,500' or '$12,500.50'; what has no amount shows as a dash. */
export const money = (amount: number | null) => (amount === null ? '–' : dollars(amount));

export const dateText = (iso: string) =>
  new Date(iso.length === 10 ? `${iso}T00:00` : iso).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** A custom field's value in words. */
export function customText(value: string | number | boolean | null | undefined, type: string): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (type === 'date') return dateText(String(value));
  return typeof value === 'number' ? value.toLocaleString() : String(value);
}

/** A person's clock: 'Fri 14:05' in an IANA zone. */
export function localClock(zone: string, now: number): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(now);
}

/** '9:00 PM their time', with the day where it is another one than now. */
export function theirTime(zone: string, at: string, now: number): string {
  const ms = Date.parse(at);
  const isToday = localTime(zone, ms).date === localTime(zone, now).date;
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    ...(isToday ? {} : { weekday: 'short', month: 'short', day: 'numeric' }),
  }).format(ms);
  return `${text} their time`;
}
