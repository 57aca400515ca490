import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { dateText } from '../shared/format.ts';

const count = (number: number): string => number.toLocaleString();

/** Where scores come from now. */
export const modeWords = ({ mode, usedSince }: LeadScoring): string =>
  mode === 'learned' && usedSince
    ? `Scores are learned: each lead’s is its chance of being won, out of 100, by what was learned on ${dateText(usedSince)}. It is learned again each week.`
    : 'Scores are entered: by people, files, webhooks and programs.';

/** From when on something can be learned. */
const neededWords = ({ outcomes, ofEither }: LeadScoring['needed']): string =>
  `Scores can be learned once ${count(outcomes)} leads are closed, of which at least ${ofEither} won and ${ofEither} not.`;

/** How far learning is, in a sentence or two. */
export function stateWords({ newest, closed, needed, usedSince }: LeadScoring): string {
  if (!newest) {
    const { won, lost } = closed;
    const isEnough = won + lost >= needed.outcomes && Math.min(won, lost) >= needed.ofEither;
    return `${count(won + lost)} leads are closed: ${count(won)} won, ${count(lost)} not. ${isEnough ? 'That is enough to learn from.' : neededWords(needed)}`;
  }
  const { won, lost, isBetter, isCapped, evaluation } = newest;
  const learned = `${count(won + lost)} closed leads were learned from on ${dateText(newest.trainedAt)}: ${count(won)} won, ${count(lost)} not.${isCapped ? ' There are more; the newest count.' : ''}`;
  if (!evaluation)
    return `${learned} ${neededWords(needed)} Leads that were closed already when they came are not counted.`;
  if (isBetter) return learned;
  const instead = usedSince ? `Scores are still those of ${dateText(usedSince)}.` : 'So it is not used.';
  return `${learned} What was learned predicts leads that were kept aside no better than always saying their share of wins. ${instead}`;
}
