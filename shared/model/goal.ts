import * as z from 'zod';
import { figureText } from './figure-text.ts';
import { idOf, refersTo } from './reference.ts';
import { customProblem, customReport } from './report.ts';
import {
  type CustomSource,
  customMeasures,
  customSources,
  isTimeGrouping,
  reportCatalogue,
} from './report-catalogue.ts';
import { type Measure, type MeasureName, measureNames, measures } from './report-measures.ts';

/* A figure of the reports that is watched: a goal that is to be reached, or an alert that tells of a crossing. */

export const goalLimits = {
  goals: 50,
  name: 80,
  recipients: 20,
  filters: 5,
  target: 1_000_000_000,
  least: 1_000,
  displays: 50,
  /** Minutes that a display tells of it. */
  minutes: { min: 1, max: 1_440 },
  /** Points of the chart of a rolling span. */
  points: 96,
  /** Crossings that are listed, and the days that they are kept. */
  crossings: 30,
  crossingDays: 365,
  snoozeDays: 30,
} as const;

/** Spans of the tenant's calendar; weeks begin on Monday. */
export const calendarSpans = ['day', 'week', 'month'] as const;
export type CalendarSpan = (typeof calendarSpans)[number];
/** Spans that end now. */
export const rollingSpans = [
  'lastHour',
  'last4Hours',
  'last24Hours',
  'last2Days',
  'last3Days',
  'last7Days',
] as const;
export type RollingSpan = (typeof rollingSpans)[number];
export const goalSpans = [...calendarSpans, ...rollingSpans] as const;
export type GoalSpan = (typeof goalSpans)[number];

export const rollingHours: Readonly<Record<RollingSpan, number>> = {
  lastHour: 1,
  last4Hours: 4,
  last24Hours: 24,
  last2Days: 48,
  last3Days: 72,
  last7Days: 168,
};
export const isRolling = (span: GoalSpan): span is RollingSpan => span in rollingHours;

export const spanWords: Readonly<Record<GoalSpan, string>> = {
  day: 'a day',
  week: 'a week',
  month: 'a month',
  lastHour: 'within an hour',
  last4Hours: 'within 4 hours',
  last24Hours: 'within 24 hours',
  last2Days: 'within 2 days',
  last3Days: 'within 3 days',
  last7Days: 'within 7 days',
};

/**
 * - reach: a goal, reached when the figure comes up to it
 * - below, above: an alert, told of when the figure lies there
 */
export const goalConditions = ['reach', 'below', 'above'] as const;
export type GoalCondition = (typeof goalConditions)[number];

/** Figures that counters alone know: they are of whole days, and of agents at most. */
const dealMeasures: readonly MeasureName[] = ['dealsWon', 'dealAmount'];
export const isDealMeasure = (measure: MeasureName): boolean => dealMeasures.includes(measure);
const dealFilters = ['agent'];
/** Whether a measure that is watched can be filtered by a dimension of its records. */
export const canFilterBy = (measure: MeasureName, dimension: string): boolean =>
  !isTimeGrouping(dimension) && (!isDealMeasure(measure) || dealFilters.includes(dimension));

/** What can be watched of the records of each kind. */
export const goalMeasures: Readonly<Record<CustomSource, readonly MeasureName[]>> = {
  ...customMeasures,
  leads: [...customMeasures.leads, ...dealMeasures],
};

/** Whether a figure is divided: it is no sum that grows while its span goes on. */
export const isRatio = (measure: MeasureName): boolean => (measures[measure] as Measure).ratio !== undefined;

export const goalAnnouncement = z.strictObject({
  projectId: refersTo('project', idOf('prj', 'Please choose a sign.')),
  displayIds: z
    .array(refersTo('display', z.string().min(1).max(64)))
    .min(1, 'Please choose a display.')
    .max(goalLimits.displays),
  minutes: z.number().int().min(goalLimits.minutes.min).max(goalLimits.minutes.max),
});
export type GoalAnnouncement = z.output<typeof goalAnnouncement>;

export const goalFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(goalLimits.name, `At most ${goalLimits.name} characters.`),
  source: z.enum(customSources),
  measure: z.enum(measureNames),
  filter: z
    .array(customReport.shape.filter.unwrap().element)
    .max(goalLimits.filters, `At most ${goalLimits.filters} filters.`),
  span: z.enum(goalSpans).describe("of the tenant's calendar, or up to now"),
  condition: z.enum(goalConditions).describe('`reach` is a goal, the others are alerts'),
  target: z
    .number('Please enter a number.')
    .min(0, 'Please enter a number of 0 or more.')
    .max(goalLimits.target, 'Please enter a smaller number.')
    .describe('in the unit of the measure: 0.2 of a share is 20 %, seconds of a time'),
  least: z
    .number()
    .int()
    .min(1)
    .max(goalLimits.least)
    .describe('of a share or an average: what it is divided by has to be so many, or nothing is judged'),
  shared: z.boolean().describe('everybody of the workspace sees it; admins only'),
  recipients: z
    .array(z.email('Please enter a valid e-mail address.').max(254).toLowerCase())
    .max(goalLimits.recipients, `At most ${goalLimits.recipients} recipients.`)
    .transform((addresses) => [...new Set(addresses)])
    .describe('who is mailed; outside the workspace an admin decides'),
  announcement: goalAnnouncement.nullable().describe('the sign that displays show'),
});
export type GoalFields = z.output<typeof goalFields>;

/** What is counted, and what of it is looked for. */
export type GoalQuestion = Pick<
  GoalFields,
  'source' | 'measure' | 'filter' | 'span' | 'condition' | 'target' | 'least'
>;
type Question = Omit<GoalQuestion, 'least'>;

/** Why a goal or an alert cannot be kept; undefined where it can. */
export function goalProblem(goal: Question): { field: string; text: string } | undefined {
  const { source, measure, filter, span, condition, target } = goal;
  if (!goalMeasures[source].includes(measure))
    return {
      field: 'measure',
      text: `“${reportCatalogue[source].label}” has no “${measures[measure].label}”.`,
    };
  if (isDealMeasure(measure)) {
    if (filter.some(({ field }) => !canFilterBy(measure, field)))
      return { field: 'filter', text: 'Sales can be filtered by agent only.' };
    if (isRolling(span))
      return { field: 'span', text: 'Sales are counted by the day, the week or the month.' };
  }
  const problem = customProblem({ source, fields: ['calls'], filter, groupBy: ['day'] });
  if (problem?.field === 'groupBy') return { field: 'filter', text: problem.text };
  if (filter.some(({ field }) => !canFilterBy(measure, field)))
    return { field: 'filter', text: 'Its days are those of its period.' };
  if (condition === 'reach' && isRolling(span))
    return { field: 'span', text: 'A goal is of a day, a week or a month.' };
  if (target === 0 && condition !== 'above')
    return { field: 'target', text: 'Please enter a number above 0.' };
  if (measures[measure].unit === 'share' && target > 1 && condition !== 'reach')
    return { field: 'target', text: 'A share is at most 100 %.' };
  return undefined;
}

/** An alert of a sum that is too small speaks of whole days, weeks and months: one that goes on may still fill. */
export const isOfWholeSpans = ({
  condition,
  measure,
  span,
}: Pick<Question, 'condition' | 'measure' | 'span'>) =>
  condition === 'below' && !isRatio(measure) && !isRolling(span);

/**
 * Where an alert that was told of is armed again: a tenth of its number away from it, so that a figure which swings
 * about it is told of once. Numbers below ten are armed again at themselves.
 */
export function recoversAt({
  condition,
  target,
  measure,
}: Pick<Question, 'condition' | 'target' | 'measure'>) {
  const { unit } = measures[measure];
  const tenth = unit === 'count' ? Math.floor(target / 10) : target / 10;
  return condition === 'below' ? target + tenth : target - tenth;
}

/** Whether a figure lies where an alert looks, or a goal wants it. */
export function isCrossedAt({ condition, target }: Pick<Question, 'condition' | 'target'>, value: number) {
  switch (condition) {
    case 'reach':
      return value >= target;
    case 'below':
      return value < target;
    case 'above':
      return value > target;
  }
}

/** Whether a figure lies far enough off for an alert to be armed again. */
export const isRecoveredAt = (
  goal: Pick<Question, 'condition' | 'target' | 'measure'>,
  value: number,
): boolean => (goal.condition === 'below' ? value >= recoversAt(goal) : value <= recoversAt(goal));

/** What it looks for, in words: “Answer rate below 20% within an hour”. */
export function goalWords({ source, measure, span, condition, target }: Question): string {
  const { label, unit } = measures[measure];
  const number = figureText(target, unit);
  const of =
    source === 'calls' || label === 'New leads' || isDealMeasure(measure)
      ? ''
      : `, ${reportCatalogue[source].label.toLowerCase()}`;
  return condition === 'reach'
    ? `${label}: ${number} ${spanWords[span]}${of}`
    : `${label} ${condition} ${number} ${spanWords[span]}${of}`;
}

/**
 * - noData: nothing was counted yet, or too little to judge
 * - calm: a goal that is under way, an alert that is armed
 * - crossed: a goal that is reached, an alert that goes on
 * - stopped: nobody may count for it, with the reason in `note`
 */
export const goalStatuses = ['noData', 'calm', 'crossed', 'stopped'] as const;
export type GoalStatus = (typeof goalStatuses)[number];

/**
 * - fired: an alert, until it has recovered
 * - reached, missed: a goal, in its day, week or month
 */
export const crossingKinds = ['fired', 'reached', 'missed'] as const;
export type CrossingKind = (typeof crossingKinds)[number];

export const tellingChannels = ['mail', 'slack', 'displays'] as const;
export type TellingChannel = (typeof tellingChannels)[number];
