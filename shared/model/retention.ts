import * as z from 'zod';
import { dateAfter, instantOf, localTime } from './zone-time.ts';

/*
 * Terms after which data goes by itself (Art. 5(1)(e) GDPR; Cal. Civ. Code 1798.100(a)(3)). A term is counted in days of the
 * workspace's own calendar: what happened before the midnight that lies a term back has gone by the next night.
 */

export const retentionLimits = {
  /** Journeys, campaigns and calls are still at work on what is younger; days. */
  shortestDays: 30,
  longestDays: 3_650,
  /** Hours between a rule's change and its first run, so that a mistake can be undone. */
  waitHours: 24,
  /** Items of a kind that a preview counts at most. */
  counted: 10_000,
  /** Above so many leads a rule is confirmed by typing the workspace's name. */
  typedAbove: 1_000,
  /** Characters of why a lead is on legal hold. */
  holdReason: 200,
  /** Runs that a file of the history holds at most. */
  exportedRuns: 1_000,
} as const;

export const termUnits = ['days', 'months'] as const;
export const term = z
  .strictObject({ unit: z.enum(termUnits), count: z.number().int().min(1).max(retentionLimits.longestDays) })
  .describe('how old something gets');
export type Term = z.output<typeof term>;

/** What the form offers; `null` keeps for good. */
export const offeredTerms: readonly Term[] = [
  { unit: 'days', count: 30 },
  { unit: 'days', count: 90 },
  ...[6, 12, 24, 36, 60].map((count): Term => ({ unit: 'months', count })),
];

export const termWords = ({ unit, count }: Term): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? unit.slice(0, -1) : unit}`;

/** The fewest days that a number of months may have. Five years have 1,826 or 1,827 days. */
const fewestDays = ({ unit, count }: Term): number =>
  unit === 'days' ? count : Math.floor((count * 146_097) / 4_800) - (count % 12 === 0 ? 0 : 2);
/** The fewest days that are as long as a term in any case. */
export const mostDays = ({ unit, count }: Term): number =>
  unit === 'days' ? count : Math.ceil((count * 146_097) / 4_800) + (count % 12 === 0 ? 0 : 2);

/** Whether one term is never over before the other. */
export const isAsLongAs = (one: Term, other: Term): boolean =>
  one.unit === other.unit ? one.count >= other.count : fewestDays(one) >= mostDays(other);

/** A term that a rule may not go below, and why, with the source. */
export const leastTerm = z.object({ term, why: z.string() });
export type LeastTerm = z.output<typeof leastTerm>;

const workTerm: LeastTerm = {
  term: { unit: 'days', count: retentionLimits.shortestDays },
  why: 'Journeys, campaigns and calls are still at work on what is younger.',
};

/** Why a rule may not have a term; undefined where it may. */
export function refusalOfTerm(wanted: Term, least: LeastTerm | null): string | undefined {
  if (mostDays(wanted) > retentionLimits.longestDays + 5) return 'A term is ten years at most.';
  const short = [least, workTerm].find((one) => one && !isAsLongAs(wanted, one.term));
  return short ? `This is kept for ${termWords(short.term)} at least. ${short.why}` : undefined;
}

/** Whether a rule takes more than it did, or anything again: that is asked about first, and waits a day. */
export const takesMore = (
  before: { term: Term | null; isPaused: boolean },
  after: { term: Term | null; isPaused: boolean },
): boolean =>
  after.term !== null &&
  !after.isPaused &&
  (before.term === null || before.isPaused || !isAsLongAs(after.term, before.term));

/** Whether a rule that takes more is confirmed by the workspace's name: of leads, and of very many. */
export const isNameAsked = ({
  kind,
  count,
  isMore,
}: {
  kind: string;
  count: number;
  isMore: boolean;
}): boolean => kind === 'leads' && (isMore || count > retentionLimits.typedAbove);

/** The day a term before another; of a month that is too short for it, the last one. */
export function dateBefore(date: string, { unit, count }: Term): string {
  if (unit === 'days') return dateAfter(date, -count);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10);
}

/**
 * Before which instant something has to have happened to go at `at` (ms since 1970): midnight by the zone's wall clock, a
 * term before that day. ISO 8601.
 */
export const cutoffOf = (zone: string, at: number, wanted: Term): string =>
  new Date(instantOf(zone, dateBefore(localTime(zone, at).date, wanted), 0)).toISOString();

/** When runs begin, by the workspace's own clock: at a minute of its own, so that tenants of a zone do not come at once. */
const night = { from: 180, minutes: 120 } as const;

/** The first night of a tenant that begins at an instant (ms since 1970) or after it; each day has one. */
export function nightAfter(zone: string, tenantId: number, at: number): number {
  const minute = night.from + ((tenantId * 37) % night.minutes);
  const today = localTime(zone, at).date;
  for (let days = 0; ; days++) {
    const begin = instantOf(zone, dateAfter(today, days), minute);
    if (begin >= at) return begin;
  }
}

/** Why something that is old enough stays. */
export const spareReasons = {
  legalHold: 'on legal hold',
  privacyRequest: 'with an open privacy request',
  journey: 'in a journey',
  callback: 'promised a callback',
  conversation: 'in an open conversation',
  contacted: 'contacted since',
  inUse: 'in use',
} as const;
export type SpareReason = keyof typeof spareReasons;
export const spareReasonNames = Object.keys(spareReasons) as [SpareReason, ...SpareReason[]];

const count = z.number().int();
const spared = z.object({ reason: z.enum(spareReasonNames), count });

/** What became of one kind of data in a run. */
export const retentionResult = z.object({
  kind: z.string(),
  title: z.string(),
  term,
  before: z.string().describe('what happened before this went'),
  found: count.describe('old enough'),
  erased: count,
  spared: z.array(spared),
  failed: count,
  oldest: z.string().nullable(),
  goesOn: z.boolean().describe('there was more than a run takes; the next one goes on'),
});
export type RetentionResult = z.output<typeof retentionResult>;

export const retentionRunStatuses = ['running', 'completed', 'stopped', 'failed'] as const;
export const retentionRunLabels: Readonly<Record<(typeof retentionRunStatuses)[number], string>> = {
  running: 'Running',
  completed: 'Done',
  stopped: 'Stopped',
  failed: 'Not finished',
};
export const retentionRun = z.object({
  id: z.string(),
  status: z.enum(retentionRunStatuses),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  error: z.string().nullable(),
  results: z.array(retentionResult),
});
export type RetentionRun = z.output<typeof retentionRun>;

/** A kind of data that can have a term, with its rule. */
export const retentionKind = z.object({
  kind: z.string(),
  title: z.string(),
  goes: z.string().describe('what goes, and what of it stays'),
  least: leastTerm.nullable(),
  term: term.nullable().describe('null keeps for good'),
  isPaused: z.boolean(),
  setBy: z.string().nullable(),
  nextRunAt: z.string().nullable().describe('null while nothing goes'),
  isFirstRun: z.boolean().describe('nothing has gone by this rule yet'),
  lastRun: z.object({ at: z.string(), erased: count, spared: count, failed: count }).nullable(),
});
export type RetentionKind = z.output<typeof retentionKind>;

/** Data whose life nobody sets here. */
export const retentionLife = z.object({
  title: z.string(),
  life: z.string().describe('“90 days”'),
  why: z.string(),
  byLaw: z.boolean(),
});
export type RetentionLife = z.output<typeof retentionLife>;

export const retention = z.object({
  version: count,
  timeZone: z.string(),
  kinds: z.array(retentionKind),
  recordingDays: count.describe('of recordings and voicemail, set with the calls; 0 keeps them'),
  lives: z.array(retentionLife),
});
export type Retention = z.output<typeof retention>;

/** What a rule would take now. */
export const retentionPreview = z.object({
  kind: z.string(),
  count,
  isMore: z.boolean().describe('there is more than was counted'),
  oldest: z.string().nullable(),
  spared: z.array(spared),
  firstRunAt: z.string().describe('when the rule would run first, were it set now'),
});
export type RetentionPreview = z.output<typeof retentionPreview>;

/** A lead that no term and nobody erases until the hold is lifted. */
export const legalHold = z.object({
  leadId: z.string(),
  onHold: z.boolean(),
  reason: z.string(),
  by: z.string(),
  at: z.string().nullable(),
});
export type LegalHold = z.output<typeof legalHold>;
