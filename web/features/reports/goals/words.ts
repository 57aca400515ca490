import type { Crossing, Goal } from '#shared/api/goals.ts';
import { figureText } from '#shared/model/figure-text.ts';
import type { CrossingKind, GoalSpan } from '#shared/model/goal.ts';
import { measures } from '#shared/model/report-measures.ts';

interface State {
  label: string;
  color: string;
}

export const isSnoozed = ({ snoozedUntil }: Pick<Goal, 'snoozedUntil'>): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();

export const isGoal = ({ condition }: Pick<Goal, 'condition'>): boolean => condition === 'reach';

/** How a goal or an alert stands, in a word. */
export function stateOf(goal: Goal): State {
  switch (goal.status) {
    case 'stopped':
      return { label: 'Stopped', color: 'amber' };
    case 'noData':
      return { label: 'Too little data', color: 'gray' };
    case 'calm':
      return isGoal(goal) ? { label: 'Under way', color: 'blue' } : { label: 'Fine', color: 'green' };
    case 'crossed':
      if (isGoal(goal)) return { label: 'Reached', color: 'green' };
      return isSnoozed(goal) ? { label: 'Snoozed', color: 'gray' } : { label: 'Alert', color: 'red' };
  }
}

export const valueText = ({ value, measure }: Pick<Goal, 'value' | 'measure'>): string =>
  figureText(value, measures[measure].unit);
export const targetText = ({ target, measure }: Pick<Goal, 'target' | 'measure'>): string =>
  figureText(target, measures[measure].unit);

/** How far a goal is, 0 to 100. */
export const percentOf = ({ value, target }: Pick<Goal, 'value' | 'target'>): number =>
  Math.min(100, Math.round(((value ?? 0) / target) * 100));

export const crossingStates: Readonly<Record<CrossingKind, State>> = {
  fired: { label: 'Alert', color: 'red' },
  reached: { label: 'Reached', color: 'green' },
  missed: { label: 'Missed', color: 'gray' },
};

const channelWords = { mail: '', slack: 'Slack', displays: 'displays' } as const;
const tellingWords = {
  waiting: 'not told yet',
  sending: 'being told',
  sent: 'told',
  unsure: 'may not have arrived',
  refused: 'not told',
} as const;

/** Who was told, in a line: 'ann@example.com told. Slack not told: It answered 404.' */
export const tellingText = ({ tellings }: Crossing): string =>
  tellings
    .map(({ channel, address, state, reason }) => {
      const who = channelWords[channel] || address;
      const said = `${who} ${tellingWords[state]}`;
      return state === 'sent' || !reason ? `${said}.` : `${said}: ${reason}`;
    })
    .join(' ');

/** The choices of a span, as a form has them. */
export const spanLabels: Readonly<Record<GoalSpan, string>> = {
  day: 'Day',
  week: 'Week, from Monday',
  month: 'Month',
  lastHour: 'The last hour',
  last4Hours: 'The last 4 hours',
  last24Hours: 'The last 24 hours',
  last2Days: 'The last 2 days',
  last3Days: 'The last 3 days',
  last7Days: 'The last 7 days',
};
