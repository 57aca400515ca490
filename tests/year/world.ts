/* The people of the simulated year, what they do, the journey they go through, and when carriers are down. */

export const start = Date.parse('2026-01-01T05:00:00Z');
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** Area code, state, and a zone in which it surely lies. */
export const places = [
  ['212', 'NY', 'America/New_York'],
  ['305', 'FL', 'America/New_York'],
  ['512', 'TX', 'America/Chicago'],
  ['415', 'CA', 'America/Los_Angeles'],
  ['423', 'TN', 'America/Chicago'],
  ['808', 'HI', 'Pacific/Honolulu'],
  ['602', 'AZ', 'America/Phoenix'],
  ['334', 'AL', 'America/Chicago'],
] as const;

export const phoneOf = (n: number) => `+1${places[n % places.length]![0]}${2_000_000 + n}`;
export const stateOf = (n: number) => places[n % places.length]![1];

/** A number in [0, 1) that is always the same for a lead and a question. */
export function chance(n: number, question: number): number {
  let x = (n * 2_654_435_761 + question * 40_503 + 12_345) >>> 0;
  x ^= x >>> 16;
  x = Math.imul(x, 2_246_822_507) >>> 0;
  x ^= x >>> 13;
  return (Math.imul(x, 3_266_489_909) >>> 0) / 2 ** 32;
}

export const callOf = (n: number) => {
  const at = chance(n, 1);
  return at < 0.2 ? 'answered' : at < 0.65 ? 'no-answer' : at < 0.8 ? 'busy' : 'voicemail';
};
/** What a person writes back to the first text; most write nothing. */
export const replyOf = (n: number) => {
  const at = chance(n, 2);
  return at < 0.08 ? 'STOP' : at < 0.2 ? 'Yes, call me' : undefined;
};

/** Leads that come in on one day; a short year has fewer such days, spread over all of it. */
const leadsADay = 3;

/** The day of the year on which a lead comes in. */
export function dayOf(n: number, count: number): number {
  const days = Math.min(52, Math.ceil(count / leadsADay));
  const week = Math.floor((Math.floor(chance(n, 3) * days) * 52) / days);
  return week * 7 + (week % 7);
}

export const steps = [
  {
    id: 'stp_1',
    type: 'wait',
    config: { mode: 'timeOfDay', time: '09:00' },
    next: { next: 'stp_2' },
  },
  {
    id: 'stp_2',
    type: 'call',
    config: { amd: true, maxAttempts: 2, delayBetweenAttempts: 3_600 },
    next: { answered: 'stp_6', noAnswer: 'stp_3', voicemail: 'stp_3', busy: 'stp_3', failed: 'stp_3' },
  },
  {
    id: 'stp_3',
    type: 'sms',
    config: { body: 'First text for {{ lead.lastName }}' },
    next: { next: 'stp_4' },
  },
  { id: 'stp_4', type: 'wait', config: { amount: 2, unit: 'days' }, next: { next: 'stp_5' } },
  {
    id: 'stp_5',
    type: 'email',
    config: { subject: 'Mail for {{ lead.lastName }}', body: 'Hello {{ lead.lastName }}' },
    next: { next: 'stp_7' },
  },
  {
    id: 'stp_7',
    type: 'sms',
    config: { body: 'Second text for {{ lead.lastName }}' },
    next: { next: 'stp_6' },
  },
  { id: 'stp_6', type: 'status', config: { status: 'contacted' }, next: {} },
];

/** Hours in which a carrier is down, from the start of the year. */
export const outages = [
  { provider: 'twilio', from: 40 * 24 + 14, hours: 3 },
  { provider: 'exchange', from: 120 * 24 + 13, hours: 5 },
  { provider: 'twilio', from: 250 * 24 + 15, hours: 30 },
];
