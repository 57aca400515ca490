export const units = ['count', 'seconds', 'usd', 'share'] as const;
export type Unit = (typeof units)[number];

/** Kinds of records that figures count, and that are listed behind them. */
export const rowKinds = ['calls', 'leads', 'deals', 'journeys', 'sms', 'webhooks'] as const;
export type RowKind = (typeof rowKinds)[number];

/**
 * A figure, defined once for every screen and file. A ratio is worked out from sums, never from ratios: `of` names the
 * dividend and the divisor, or what is taken away.
 */
export interface Measure {
  label: string;
  /** How it is counted, in words. */
  formula: string;
  unit: Unit;
  /** The records that it counts: those that add something to it, or to what it is worked out from. */
  rows: RowKind;
  /** It adds up an amount of each record: there are not as many rows behind it as it says. */
  adds?: 'amount';
  ratio?: { of: string; by: string };
  difference?: { of: string; less: string };
}

/** Figures of the records of one kind. */
const of = <const Figures extends Record<string, Omit<Measure, 'rows'>>>(rows: RowKind, figures: Figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, { ...one, rows }])) as {
    [Name in keyof Figures]: Figures[Name] & Pick<Measure, 'rows'>;
  };

export const measures = {
  ...of('calls', {
    calls: { label: 'Calls', unit: 'count', formula: 'Calls that began in the period and have ended' },
    callsAnswered: { label: 'Answered', unit: 'count', formula: 'Calls that somebody answered' },
    callsMissed: {
      label: 'Not answered',
      unit: 'count',
      formula: 'Calls less those answered',
      difference: { of: 'calls', less: 'callsAnswered' },
    },
    answerRate: {
      label: 'Answer rate',
      unit: 'share',
      formula: 'Answered calls divided by calls',
      ratio: { of: 'callsAnswered', by: 'calls' },
    },
    inbound: { label: 'Inbound', unit: 'count', formula: 'Calls that came in' },
    outbound: { label: 'Outbound', unit: 'count', formula: 'Calls that went out' },
    talkSeconds: {
      label: 'Talk time',
      unit: 'seconds',
      adds: 'amount',
      formula: 'Time from answer to end, summed over the parts of each call',
    },
    averageTalkSeconds: {
      label: 'Average talk time',
      unit: 'seconds',
      formula: 'Talk time divided by answered calls',
      ratio: { of: 'talkSeconds', by: 'callsAnswered' },
    },
  }),
  ...of('leads', {
    leadsCreated: {
      label: 'New leads',
      unit: 'count',
      formula: 'Leads added in the period, without those of imports that were undone',
    },
    leadsConverted: {
      label: 'Won since',
      unit: 'count',
      formula: 'Of the leads added in the period, those that are won now',
    },
    wonAmount: {
      label: 'Won for',
      unit: 'usd',
      adds: 'amount',
      formula: 'Sum of the amounts of those won since',
    },
    conversionRate: {
      label: 'Conversion',
      unit: 'share',
      formula: 'Won since divided by new leads',
      ratio: { of: 'leadsConverted', by: 'leadsCreated' },
    },
  }),
  ...of('deals', {
    dealsWon: {
      label: 'Deals won',
      unit: 'count',
      formula: 'Leads that came to a won status in the period and are still won',
    },
    dealAmount: {
      label: 'Deal amount',
      unit: 'usd',
      adds: 'amount',
      formula: 'Sum of the amounts of the deals won',
    },
  }),
  ...of('sms', {
    textsSent: { label: 'Sent', unit: 'count', formula: 'Texts that a provider took in the period' },
    textsDelivered: {
      label: 'Delivered',
      unit: 'count',
      formula: 'Texts that the carrier reported delivered in the period',
    },
    textsFailed: { label: 'Failed', unit: 'count', formula: 'Texts that failed in the period' },
    textsReceived: { label: 'Received', unit: 'count', formula: 'Texts that came in' },
    segments: { label: 'Segments', unit: 'count', adds: 'amount', formula: 'Billed parts of the texts sent' },
    deliveryRate: {
      label: 'Delivery rate',
      unit: 'share',
      formula: 'Delivered texts divided by sent texts',
      ratio: { of: 'textsDelivered', by: 'textsSent' },
    },
    replyRate: {
      label: 'Reply rate',
      unit: 'share',
      formula: 'Received texts divided by sent texts',
      ratio: { of: 'textsReceived', by: 'textsSent' },
    },
  }),
  ...of('journeys', {
    entered: {
      label: 'Entered',
      unit: 'count',
      formula: 'Times that a lead entered a journey in the period',
    },
    stillIn: { label: 'Still in', unit: 'count', formula: 'Of those entered, not at an end now' },
    completed: { label: 'Completed', unit: 'count', formula: 'Of those entered, completed by now' },
    exited: { label: 'Exited', unit: 'count', formula: 'Of those entered, ended before the last step' },
    completionRate: {
      label: 'Completion',
      unit: 'share',
      formula: 'Completed divided by entered',
      ratio: { of: 'completed', by: 'entered' },
    },
  }),
  ...of('webhooks', {
    deliveries: {
      label: 'Deliveries',
      unit: 'count',
      formula: 'Requests accepted by webhooks in the period',
    },
    deliveriesFailed: {
      label: 'Failed deliveries',
      unit: 'count',
      formula: 'Deliveries that ended as failed',
    },
    rowsSucceeded: {
      label: 'Rows worked',
      unit: 'count',
      adds: 'amount',
      formula: 'Rows of the deliveries that were worked',
    },
    rowsFailed: {
      label: 'Rows refused',
      unit: 'count',
      adds: 'amount',
      formula: 'Rows of the deliveries that were refused',
    },
    rowSuccessRate: {
      label: 'Worked',
      unit: 'share',
      formula: 'Rows worked divided by rows worked and refused',
      ratio: { of: 'rowsSucceeded', by: 'rows' },
    },
    rows: { label: 'Rows', unit: 'count', adds: 'amount', formula: 'Rows worked and refused' },
  }),
} as const satisfies Record<string, Measure>;
export type MeasureName = keyof typeof measures;
export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]];
export const measureOf = (name: string): Measure | undefined => (measures as Record<string, Measure>)[name];
