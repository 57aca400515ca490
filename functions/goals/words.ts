import { publicUrl } from '#functions/kernel/public-url.ts';
import { shownName } from '#functions/kernel/shown-name.ts';
import { figureText } from '#shared/model/figure-text.ts';
import { measures } from '#shared/model/report-measures.ts';
import type { CrossingRecord } from './store.ts';

/** The words by which people are told of a crossing: plain text. */

const shownValue = ({ measure, value }: CrossingRecord): string => figureText(value, measures[measure].unit);

/** In a line: 'Goal reached: Sales of the month, 20'. */
export const headline = (crossing: CrossingRecord): string =>
  crossing.kind === 'reached'
    ? `Goal reached: ${shownName(crossing.name)}, ${shownValue(crossing)}`
    : `Alert: ${shownName(crossing.name)}, ${shownValue(crossing)}`;

const addressOf = ({ goalId }: CrossingRecord): string => `${publicUrl()}/reports/goals?goal=${goalId}`;

const about = (crossing: CrossingRecord): string =>
  `${measures[crossing.measure].label} is ${shownValue(crossing)}. What is looked for: ${crossing.words}.`;

export const mailWords = (crossing: CrossingRecord, workspace: string) => ({
  subject: headline(crossing),
  text: [
    `${headline(crossing)}, in the workspace “${shownName(workspace)}”.`,
    about(crossing),
    crossing.kind === 'fired'
      ? 'You are told once, and again only after it has recovered.'
      : 'You are told once in this span.',
    addressOf(crossing),
    '--\nDealbell\n',
  ].join('\n\n'),
});

export const slackWords = (crossing: CrossingRecord): string =>
  `${headline(crossing)}\n${about(crossing)}\n${addressOf(crossing)}`;

/** What a sign can tell of it, as merge fields: {{external.goal}}, {{external.value}} and the others. */
export const signWords = (crossing: CrossingRecord) => ({
  goal: crossing.name,
  headline: headline(crossing),
  value: shownValue(crossing),
  target: figureText(crossing.target, measures[crossing.measure].unit),
  measure: measures[crossing.measure].label,
});
