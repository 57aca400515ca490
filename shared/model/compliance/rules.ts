import type { Channel } from '../lead.ts';

/**
 * The law as data. Each rule has the day from which it holds and where it is written; a change of law is a new
 * entry with its own date, and the old one gets an end. This is not legal advice, and the product says so.
 */

/** Minutes since midnight, [from, to): calls may begin from the first and not from the second on. */
export type Window = readonly [from: number, to: number];

export interface CallingRule {
  id: string;
  /** 'US', or the two letters of a state. */
  where: string;
  citation: string;
  /** Where the entry was taken from; 'guides' are compliance guides of the trade, read in November 2026. */
  source: 'statute' | 'guides';
  /** First day on which it holds, YYYY-MM-DD, and the last, if it has ended. */
  since: string;
  until?: string;
  channels: readonly Channel[];
  /** Open hours from Sunday to Saturday by the called person's clock; null forbids the day. */
  week?: readonly (Window | null)[];
  /** No calls on the state's holidays. */
  holidays?: 'forbidden';
  /** At most so many in any so many hours. */
  attempts?: { max: number; hours: number };
}

const h = (from: number, to: number): Window => [from * 60, to * 60];
const daily = (window: Window, sunday: Window | null = window) => [
  sunday,
  window,
  window,
  window,
  window,
  window,
  window,
];
const calls: readonly Channel[] = ['call'];
const callsAndTexts: readonly Channel[] = ['call', 'sms'];

export const callingRules: readonly CallingRule[] = [
  // The FCC treats a text as a call (2003 TCPA Order, para. 165; 47 CFR 64.1200(c)(1)).
  {
    id: 'us-hours',
    where: 'US',
    citation: '47 CFR 64.1200(c)(1)',
    source: 'statute',
    since: '1992-12-20',
    channels: callsAndTexts,
    week: daily(h(8, 21)),
  },
  {
    id: 'al-hours',
    where: 'AL',
    citation: 'Ala. Admin. Code 770-X-5-.17',
    source: 'guides',
    since: '2000-01-01',
    channels: calls,
    week: daily(h(8, 20), null),
    holidays: 'forbidden',
  },
  // Guides differ between 8 and 9 in the evening: the stricter.
  {
    id: 'ct-hours',
    where: 'CT',
    citation: 'Conn. Gen. Stat. 42-288a',
    source: 'guides',
    since: '2023-10-01',
    channels: callsAndTexts,
    week: daily(h(9, 20)),
  },
  {
    id: 'fl-hours',
    where: 'FL',
    citation: 'Fla. Stat. 501.616(6)(a), SB 1120',
    source: 'statute',
    since: '2021-07-01',
    channels: callsAndTexts,
    week: daily(h(8, 20)),
  },
  {
    id: 'fl-attempts',
    where: 'FL',
    citation: 'Fla. Stat. 501.616(6)(b), SB 1120',
    source: 'statute',
    since: '2021-07-01',
    channels: callsAndTexts,
    attempts: { max: 3, hours: 24 },
  },
  {
    id: 'ky-hours',
    where: 'KY',
    citation: 'Ky. Rev. Stat. 367.46955',
    source: 'guides',
    since: '2002-07-15',
    channels: calls,
    week: daily(h(10, 21)),
  },
  {
    id: 'la-hours',
    where: 'LA',
    citation: 'La. R.S. 45:844.31',
    source: 'guides',
    since: '2002-01-01',
    channels: callsAndTexts,
    week: daily(h(8, 20), null),
    holidays: 'forbidden',
  },
  {
    id: 'md-hours',
    where: 'MD',
    citation: 'Md. Code, Com. Law 14-4503',
    source: 'guides',
    since: '2024-01-01',
    channels: callsAndTexts,
    week: daily(h(8, 20)),
  },
  {
    id: 'md-attempts',
    where: 'MD',
    citation: 'Md. Code, Com. Law 14-4503',
    source: 'guides',
    since: '2024-01-01',
    channels: callsAndTexts,
    attempts: { max: 3, hours: 24 },
  },
  {
    id: 'ma-hours',
    where: 'MA',
    citation: 'Mass. Gen. Laws ch. 159C, sec. 3',
    source: 'guides',
    since: '2003-04-01',
    channels: calls,
    week: daily(h(8, 20)),
  },
  {
    id: 'mi-hours',
    where: 'MI',
    citation: 'Mich. Comp. Laws 445.111a',
    source: 'guides',
    since: '2003-01-01',
    channels: calls,
    week: daily(h(9, 21)),
  },
  {
    id: 'mn-hours',
    where: 'MN',
    citation: 'Minn. Stat. 325E.30',
    source: 'guides',
    since: '1994-01-01',
    channels: calls,
    week: daily(h(9, 21)),
  },
  {
    id: 'ms-hours',
    where: 'MS',
    citation: 'Miss. Code 77-3-723',
    source: 'guides',
    since: '2003-07-01',
    channels: callsAndTexts,
    week: daily(h(8, 20), null),
    holidays: 'forbidden',
  },
  {
    id: 'nv-hours',
    where: 'NV',
    citation: 'Nev. Rev. Stat. 598.0918',
    source: 'guides',
    since: '2003-01-01',
    channels: calls,
    week: daily(h(9, 20)),
  },
  {
    id: 'nm-hours',
    where: 'NM',
    citation: 'N.M. Stat. 57-12-22',
    source: 'guides',
    since: '2003-07-01',
    channels: calls,
    week: daily(h(9, 21)),
  },
  {
    id: 'ok-hours',
    where: 'OK',
    citation: 'Okla. Stat. tit. 15, 775C.4',
    source: 'statute',
    since: '2022-11-01',
    channels: callsAndTexts,
    week: daily(h(8, 20)),
  },
  {
    id: 'ok-attempts',
    where: 'OK',
    citation: 'Okla. Stat. tit. 15, 775C.4',
    source: 'statute',
    since: '2022-11-01',
    channels: callsAndTexts,
    attempts: { max: 3, hours: 24 },
  },
  {
    id: 'pa-holidays',
    where: 'PA',
    citation: '73 Pa. Stat. 2245.2',
    source: 'statute',
    since: '2020-01-01',
    channels: calls,
    holidays: 'forbidden',
  },
  {
    id: 'ri-hours',
    where: 'RI',
    citation: 'R.I. Gen. Laws 5-61-3.6',
    source: 'guides',
    since: '1999-01-01',
    channels: calls,
    week: [null, ...Array(5).fill(h(9, 18)), h(10, 17)],
    holidays: 'forbidden',
  },
  {
    id: 'sd-hours',
    where: 'SD',
    citation: 'S.D. Codified Laws 37-30A-3',
    source: 'guides',
    since: '2003-01-01',
    channels: calls,
    week: daily(h(9, 21), null),
  },
  {
    id: 'tx-calls',
    where: 'TX',
    citation: 'Tex. Bus. & Com. Code 301.051',
    source: 'statute',
    since: '2009-04-01',
    channels: calls,
    week: daily(h(9, 21), h(12, 21)),
  },
  {
    id: 'tx-texts',
    where: 'TX',
    citation: 'Tex. Bus. & Com. Code 301.051, SB 140',
    source: 'statute',
    since: '2025-09-01',
    channels: ['sms'],
    week: daily(h(9, 21), h(12, 21)),
  },
  {
    id: 'ut-holidays',
    where: 'UT',
    citation: 'Utah Code 13-25a-103',
    source: 'statute',
    since: '2003-01-01',
    channels: calls,
    holidays: 'forbidden',
  },
  {
    id: 'wa-hours',
    where: 'WA',
    citation: 'Wash. Rev. Code 80.36.390',
    source: 'statute',
    since: '2022-06-09',
    channels: callsAndTexts,
    week: daily(h(8, 20)),
  },
  {
    id: 'wy-hours',
    where: 'WY',
    citation: 'Wyo. Stat. 40-12-302',
    source: 'guides',
    since: '2003-01-01',
    channels: calls,
    week: daily(h(8, 20)),
  },
];

/** The rules that hold for a channel on a date in any of the states, the federal ones first. */
export function rulesFor(
  channel: Channel,
  date: string,
  states: readonly string[],
  rules: readonly CallingRule[] = callingRules,
): CallingRule[] {
  return rules.filter(
    (rule) =>
      (rule.where === 'US' || states.includes(rule.where)) &&
      rule.channels.includes(channel) &&
      rule.since <= date &&
      (rule.until === undefined || date <= rule.until),
  );
}
