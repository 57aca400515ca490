import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { dateText } from '../shared/format.ts';

const count = (number: number): string => number.toLocaleString();

/** Where scores come from now. */
export const modeWords = ({ mode, usedSince }: LeadScoring): string =>
  mode === 'learned' && usedSince
    ? `Scores are learned: each lead’s is its chance of being won, out of 100, by what was learned on ${dateText(usedSince)}. It is learned again each week.`
    : 'Scores are entered: by people, files, webhooks and programs.';

/** What is missing until something can be learned; empty where nothing is. */
function missingWords(won: number, lost: number, { outcomes, ofEither }: LeadScoring['needed']): string {
  const missing = [
    ...(won + lost < outcomes ? [`${count(outcomes)} closed leads`] : []),
    ...(won < ofEither ? [`${ofEither} won ones`] : []),
    ...(lost < ofEither ? [`${ofEither} that were not won`] : []),
  ];
  return missing.join(' and ');
}

/** How far learning is, in a sentence or two. */
export function stateWords({ newest, closed, needed, usedSince }: LeadScoring): string {
  if (!newest) {
    const missing = missingWords(closed.won, closed.lost, needed);
    const have = `${count(closed.won + closed.lost)} leads are closed: ${count(closed.won)} won, ${count(closed.lost)} not.`;
    return missing
      ? `${have} Scores can be learned from ${missing} on.`
      : `${have} That is enough to learn from.`;
  }
  const { won, lost, isBetter, isCapped, evaluation } = newest;
  const learned = `${count(won + lost)} closed leads were learned from on ${dateText(newest.trainedAt)}: ${count(won)} won, ${count(lost)} not.${isCapped ? ' There are more; the newest count.' : ''}`;
  if (!evaluation)
    return `${learned} Scores can be learned from ${missingWords(won, lost, needed)} on. Leads that were closed already when they came are not counted.`;
  if (isBetter) return learned;
  const instead = usedSince ? `Scores are still those of ${dateText(usedSince)}.` : 'So it is not used.';
  return `${learned} What was learned predicts leads that were kept aside no better than always saying their share of wins. ${instead}`;
}
