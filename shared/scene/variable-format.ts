import type { JsonValue } from '#shared/model/bounded-map.ts';
import { dollars } from '#shared/model/money.ts';

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A moment from an ISO text or from milliseconds since 1970; numbers too small for that are no moments. */
function toMoment(value: JsonValue): Date | undefined {
  if (typeof value === 'number') return value > 1e11 && value < 8.64e15 ? new Date(value) : undefined;
  if (typeof value !== 'string' || !(isoDate.test(value) || isoMoment.test(value))) return undefined;
  // Without an offset a text is taken as UTC: the machine's own zone must not change a picture.
  const zoned =
    isoDate.test(value) || /(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value.replace(' ', 'T')}Z`;
  const moment = new Date(zoned);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function formatMoment(
  value: JsonValue,
  parts: { date: boolean; time: boolean },
  timeZone: string,
): string | undefined {
  const moment = toMoment(value);
  if (!moment) return undefined;
  const floating = typeof value === 'string' && isoDate.test(value);
  const options: Intl.DateTimeFormatOptions = {
    ...(parts.date ? { year: 'numeric', month: 'short', day: 'numeric' } : {}),
    ...(parts.time && !(floating && parts.date) ? { hour: 'numeric', minute: '2-digit' } : {}),
    // A date without a time is that day everywhere.
    timeZone: floating ? 'UTC' : timeZone,
  };
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', options);
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
  // Newer ICU data puts a narrow no-break space before AM and PM, older data a blank: one picture everywhere.
  return format.format(moment).replace(/[\u202f\u00a0]/g, ' ');
}

/** (xxx) xxx-xxxx for ten digits, also behind the country code 1; anything else as it is. */
export function formatPhone(value: string): string {
  if (!/^[\d\s().+-]+$/.test(value)) return value;
  const digits = value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return value;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** A stored number as screens and reports write it: those of North America in their form, others as they are. */
export const phoneText = (e164: string): string => (/^\+1\d{10}$/.test(e164) ? formatPhone(e164) : e164);

function formatMoney(value: JsonValue): string | undefined {
  const amount = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) ? dollars(amount) : undefined;
}

/**
 * The text of a variable's value. The name decides the form (specification, section 5): date and time,
 * phone, and currency, price or dealAmount as USD, whole dollars without decimals. A value that does not fit its form is shown as it is.
 * @param timeZone IANA zone for moments
 */
export function formatValue(name: string, value: JsonValue, timeZone = 'UTC'): string | undefined {
  if (value === null || value === undefined || typeof value === 'object' || value === '') return undefined;
  const plain = String(value);
  const lower = name.toLowerCase();
  if (/phone|^call\.number$/.test(lower)) return formatPhone(plain);
  if (/currency|price|deal\.?amount/.test(lower)) return formatMoney(value) ?? plain;
  const parts = { date: lower.includes('date'), time: lower.includes('time') || lower === 'call.at' };
  if (parts.date || parts.time) return formatMoment(value, parts, timeZone) ?? plain;
  return plain;
}
