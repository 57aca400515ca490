import type { Channel } from '../lead.ts';
import { canadianRules } from './law/canada.ts';
import { federalRules } from './law/federal.ts';
import type { CallingRule } from './law/rule.ts';
import { statesFromAToM } from './law/states-a-m.ts';
import { statesFromNToR } from './law/states-n-r.ts';
import { statesFromSToZ } from './law/states-s-z.ts';
import { nationOf } from './places.ts';

export type { CallingRule } from './law/rule.ts';

/** The law as the product applies it. This is not legal advice, and the product says so. */
export const callingRules: readonly CallingRule[] = [
  ...federalRules,
  ...statesFromAToM,
  ...statesFromNToR,
  ...statesFromSToZ,
  ...canadianRules,
];

/** The rules of which a review is due on a date, YYYY-MM-DD. */
export const rulesDueForReview = (date: string): CallingRule[] =>
  callingRules.filter(({ reviewBy, until }) => reviewBy < date && (until === undefined || until >= date));

/**
 * The rules that hold for a channel on a date in any of the states, the federal ones first. A person in provinces alone
 * is under Canada's law; everybody else, also one of whom nothing is known, is under that of the United States.
 */
export function rulesFor(
  channel: Channel,
  date: string,
  states: readonly string[],
  rules: readonly CallingRule[] = callingRules,
): CallingRule[] {
  const nations = new Set(states.map(nationOf));
  const holdsIn = (where: string) =>
    where === 'US'
      ? nations.has('US') || nations.size === 0
      : where === 'Canada'
        ? nations.has('CA')
        : states.includes(where);
  return rules.filter(
    ({ where, channels, since, until }) =>
      holdsIn(where) &&
      channels.includes(channel) &&
      (since === null || since <= date) &&
      (until === undefined || date <= until),
  );
}
