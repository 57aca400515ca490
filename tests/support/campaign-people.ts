/* The people whom a simulated campaign texts: where they live, and what they do with a text. */

/** Area codes of four zones, in states that have no hours of their own. */
const areas = ['212', '312', '303', '213'];

/** What somebody does, by two digits of their number; everybody else reads their text and says nothing. */
const doings = {
  '03': 'undelivered',
  '07': 'failed',
  '11': 'stopped',
  '13': 'stop',
  '17': 'reply',
  '19': 'stopsBefore',
  '23': 'stopsMeanwhile',
} as const;

/** `stop` and `stopsBefore`: they write STOP when they are texted, or before; `stopped`: only their carrier knows of it. */
export type Doing = (typeof doings)[keyof typeof doings] | 'reads';

export interface Contact {
  number: string;
  does: Doing;
}

/** Four digits that begin a number: no exchange code ends with 11, as 911 does. */
const beginnings = Array.from({ length: 8_000 }, (_, n) => String(2_000 + n)).filter(
  (digits) => !/^.11/.test(digits),
);

/**
 * So many people, each with a number of their own: area code, four digits, two for what they do, and one of `lastDigits`,
 * by which the sandbox has them customers of a carrier.
 */
export function contactsOf(count: number, lastDigits: string): Contact[] {
  return Array.from({ length: count }, (_, n) => {
    const doing = String(Math.floor(n / areas.length) % 25).padStart(2, '0');
    const block = Math.floor(n / 100);
    const last = lastDigits[(n * 7 + block) % lastDigits.length]!;
    return {
      number: `+1${areas[n % areas.length]}${beginnings[block]}${doing}${last}`,
      does: doings[doing as keyof typeof doings] ?? 'reads',
    };
  });
}
