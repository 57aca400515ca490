import { callDirections, callSources, endStatuses } from './call.ts';
import { enrolmentStatuses } from './journey/journey.ts';
import { messageSources } from './message.ts';
import type { MeasureName } from './report-measures.ts';

/** The reports, named as their addresses below /reports. */
export const reportNames = ['calls', 'agents', 'leads', 'journeys', 'sms', 'dids', 'webhooks'] as const;
export type ReportName = (typeof reportNames)[number];

/**
 * What the rows of a report are of. `source` is where the things of a report come from: its own name for that stands in
 * `reportCatalogue`. Weeks begin on Monday.
 */
export const groupings = ['day', 'week', 'month', 'agent', 'source'] as const;
export type Grouping = (typeof groupings)[number];
export const isTimeGrouping = (group: string): group is 'day' | 'week' | 'month' =>
  group === 'day' || group === 'week' || group === 'month';

/** What somebody may ask for in a report of their own, of the records of one kind. */
export const customSources = ['calls', 'leads', 'journeys', 'sms', 'webhooks'] as const;
export type CustomSource = (typeof customSources)[number];

/** How a custom report may group and filter. */
export interface Dimension {
  label: string;
  /** The values there are, where they are few and known. */
  values?: readonly string[];
}

const days = { day: { label: 'Day' }, week: { label: 'Week' }, month: { label: 'Month' } };
const hours = { hour: { label: 'Hour of day' } };
const agent = { agent: { label: 'Agent' } };

/** How far leads have come in the funnel. It is no grouping beside another: sums over it count leads more than once. */
export const stageDimension = 'stage';

/**
 * What the records of each kind can be grouped and filtered by. A lead is in several stages: in each that it, or a later
 * one, has had as its status.
 */
export const dimensionsOf: Readonly<Record<CustomSource, Readonly<Record<string, Dimension>>>> = {
  calls: {
    ...days,
    ...hours,
    ...agent,
    source: {
      label: 'How it came about',
      values: callSources,
    },
    direction: { label: 'Direction', values: callDirections },
    status: { label: 'Status', values: endStatuses },
    disposition: { label: 'Disposition' },
    number: { label: 'Your number' },
  },
  leads: {
    ...days,
    ...hours,
    ...agent,
    source: { label: 'Source' },
    status: { label: 'Status' },
    [stageDimension]: { label: 'Stage reached' },
    brand: { label: 'Brand' },
    state: { label: 'State' },
  },
  journeys: {
    ...days,
    ...hours,
    ...agent,
    source: { label: 'Journey' },
    status: { label: 'Status', values: enrolmentStatuses },
  },
  sms: {
    ...days,
    ...hours,
    ...agent,
    source: {
      label: 'What had it sent',
      values: messageSources,
    },
    direction: { label: 'Direction', values: ['inbound', 'outbound'] },
    number: { label: 'Your number' },
  },
  webhooks: { ...days, ...hours, source: { label: 'Webhook' }, status: { label: 'Status' } },
};
export const dimensionNames = [
  ...new Set(Object.values(dimensionsOf).flatMap((one) => Object.keys(one))),
] as [string, ...string[]];

const ofCalls = [
  'calls',
  'callsAnswered',
  'callsMissed',
  'answerRate',
  'inbound',
  'outbound',
  'talkSeconds',
  'averageTalkSeconds',
] as const;
const ofTexts = [
  'textsSent',
  'textsDelivered',
  'textsFailed',
  'textsReceived',
  'segments',
  'deliveryRate',
  'replyRate',
] as const;
const ofJourneys = ['entered', 'stillIn', 'completed', 'exited', 'completionRate'] as const;
const ofWebhooks = [
  'deliveries',
  'deliveriesFailed',
  'rows',
  'rowsSucceeded',
  'rowsFailed',
  'rowSuccessRate',
] as const;

/** The figures that a custom report of each kind may ask for. */
export const customMeasures: Readonly<Record<CustomSource, readonly MeasureName[]>> = {
  calls: ofCalls,
  leads: ['leadsCreated', 'leadsConverted', 'conversionRate', 'wonAmount'],
  journeys: ofJourneys,
  sms: ofTexts,
  webhooks: ofWebhooks,
};

export interface ReportDefinition {
  label: string;
  /** One line below the title. */
  about: string;
  /** The figures of each grouping it has, in their order; a grouping that is absent is refused. */
  measures: Readonly<Partial<Record<Grouping, readonly MeasureName[]>>>;
  /** What `source` groups by, as its column is headed. */
  sourceLabel: string;
  /** Where nothing is asked for. */
  groupBy: Grouping;
  /** The figures that a chart draws. */
  charted: readonly MeasureName[];
  /** Of admins alone, as nothing in it is one agent's. */
  adminOnly?: boolean;
}

const each = <M extends readonly MeasureName[]>(measures: M, ...by: Grouping[]) =>
  Object.fromEntries(by.map((one) => [one, measures])) as Partial<Record<Grouping, M>>;

const ofAgents = [
  'calls',
  'callsAnswered',
  'answerRate',
  'inbound',
  'outbound',
  'talkSeconds',
  'averageTalkSeconds',
  'dealsWon',
  'dealAmount',
] as const;

/** Every report: what it is called, how it groups, and which figures it has. */
export const reportCatalogue: Readonly<Record<ReportName, ReportDefinition>> = {
  calls: {
    label: 'Calls',
    about: 'How many calls there were, how many were answered, and how long people talked.',
    measures: each(ofCalls, ...groupings),
    sourceLabel: 'How it came about',
    groupBy: 'day',
    charted: ['calls', 'callsAnswered'],
  },
  agents: {
    label: 'Agents',
    about: 'What each agent did. A call that was handed over counts once for each agent who had it.',
    measures: each(ofAgents, 'agent', 'day', 'week', 'month'),
    sourceLabel: 'Source',
    groupBy: 'agent',
    charted: ['calls', 'dealsWon'],
  },
  leads: {
    label: 'Leads',
    about: 'Leads that were added, and deals that were won.',
    measures: {
      ...each(['leadsCreated', 'dealsWon', 'dealAmount'] as const, 'day', 'week', 'month', 'agent'),
      source: ['leadsCreated', 'leadsConverted', 'conversionRate', 'wonAmount'],
    },
    sourceLabel: 'Source',
    groupBy: 'day',
    charted: ['leadsCreated', 'dealsWon'],
  },
  journeys: {
    label: 'Journeys',
    about: 'Leads that entered journeys in the period, and what has become of them by now.',
    measures: each(ofJourneys, ...groupings),
    sourceLabel: 'Journey',
    groupBy: 'source',
    charted: ['entered', 'completed'],
  },
  sms: {
    label: 'Texts',
    about: 'Texts that were sent, arrived and came back.',
    measures: each(ofTexts, ...groupings),
    sourceLabel: 'What had it sent',
    groupBy: 'day',
    charted: ['textsSent', 'textsReceived'],
  },
  dids: {
    label: 'Phone numbers',
    about: 'Calls over each of your numbers.',
    measures: each(ofCalls, 'source', 'day', 'week', 'month'),
    sourceLabel: 'Your number',
    groupBy: 'source',
    charted: ['calls', 'callsAnswered'],
  },
  webhooks: {
    label: 'Webhooks',
    about: 'What other systems sent, and what came of it. Deliveries are kept for 90 days.',
    measures: each(ofWebhooks, 'day', 'week', 'month', 'source'),
    sourceLabel: 'Webhook',
    groupBy: 'day',
    charted: ['deliveries', 'deliveriesFailed'],
    adminOnly: true,
  },
};
