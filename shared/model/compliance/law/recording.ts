import type { Announcing } from '../../recording.ts';
import { nationOf } from '../places.ts';
import { type Clues, whereabouts } from '../whereabouts.ts';

/*
 * States in which everybody on a call has to agree to its being recorded. As known in November 2026; the statutes were
 * not opened for it, and lists of law firms and vendors differ: they name 11 to 14 states. Where they differ a state is
 * in this list, because to say that a call is recorded harms nobody. Not in it are Oregon (ORS 165.540 asks all parties in
 * person alone) and Vermont (no statute). Have counsel check it before anybody relies on it.
 */

export interface RecordingLaw {
  state: string;
  citation: string;
  note?: string;
}

export const allPartyStates: readonly RecordingLaw[] = [
  { state: 'CA', citation: 'Cal. Penal Code 632, 632.7' },
  {
    state: 'CT',
    citation: 'Conn. Gen. Stat. 52-570d',
    note: 'Civil liability; a verbal notice at the start satisfies it.',
  },
  {
    state: 'DE',
    citation: '11 Del. C. 1335(a)(4)',
    note: 'Del. Code 2402(c)(4) reads as one party; lists differ.',
  },
  { state: 'FL', citation: 'Fla. Stat. 934.03(2)(d)' },
  { state: 'IL', citation: '720 ILCS 5/14-2', note: 'Of private conversations, recorded surreptitiously.' },
  { state: 'MD', citation: 'Md. Code, Cts. & Jud. Proc. 10-402(c)(3)' },
  { state: 'MA', citation: 'M.G.L. c. 272 § 99' },
  {
    state: 'MI',
    citation: 'MCL 750.539c',
    note: 'Courts let somebody who takes part record; lists differ.',
  },
  { state: 'MT', citation: 'Mont. Code 45-8-213(1)(c)' },
  { state: 'NV', citation: 'NRS 200.620', note: 'As Lane v. Allstate (1998) reads it.' },
  { state: 'NH', citation: 'N.H. RSA 570-A:2' },
  { state: 'PA', citation: '18 Pa.C.S. 5703, 5704(4)' },
  { state: 'WA', citation: 'RCW 9.73.030(1)(a), (3)' },
];

const askAll = new Set(allPartyStates.map(({ state }) => state));

/** An end of which it is not known that one party's consent is enough there: Canada, where people are told too, and abroad as well. */
function mayAskAll(end: Clues): boolean {
  const { states, abroad } = whereabouts(end);
  if (states.length === 0 || abroad) return true;
  return states.some((state) => askAll.has(state) || nationOf(state) !== 'US');
}

/** Whether both ends of a call are to hear that it is recorded. @param own the workspace's number that is used */
export function isAnnounced(announcing: Announcing, other: Clues, own: string | null): boolean {
  if (announcing !== 'states') return announcing === 'always';
  return mayAskAll(other) || mayAskAll({ phone: own ?? undefined });
}
