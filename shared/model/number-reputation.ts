import * as z from 'zod';

/*
 * How people's phones label calls from a number: what somebody found out, and what Number Reputation of Telnyx tells, which
 * asks the three networks that label calls in the United States (Hiya, First Orion, TNS).
 * https://developers.telnyx.com/docs/number-reputation, read in November 2026
 */

export const spamRisks = { low: 'Low', medium: 'Medium', high: 'High' } as const;
export type SpamRisk = keyof typeof spamRisks;
const spamRisk = z.enum(Object.keys(spamRisks) as [SpamRisk, ...SpamRisk[]]);

/** How far a request is to have the networks look at a number again. */
export const remedyStates = {
  pending: 'Asked for',
  in_progress: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
export type RemedyState = keyof typeof remedyStates;

/** What came of it. */
export const remedyResults = {
  remediated: 'the label is gone',
  requires_review: 'the networks want to look at it by hand',
  refused: 'the networks refused',
  not_flagged: 'it was not flagged',
  ineligible: 'it cannot be asked for this number',
} as const;
export type RemedyResult = keyof typeof remedyResults;

const score = z.number().min(0).max(100).nullable();

export const remedy = z.object({
  id: z.string().describe("the carrier's own id"),
  state: z.enum(Object.keys(remedyStates) as [RemedyState, ...RemedyState[]]),
  result: z
    .enum(Object.keys(remedyResults) as [RemedyResult, ...RemedyResult[]])
    .nullable()
    .describe('null while it is not known'),
  askedAt: z.string(),
});
export type Remedy = z.output<typeof remedy>;

/** What a carrier tells of a number. */
export const toldReputation = z.object({
  risk: spamRisk.nullable().describe('null where the networks know too little'),
  category: z.string().nullable().describe('as the networks call what it is flagged for'),
  maturity: score,
  connection: score,
  engagement: score,
  sentiment: score,
  refreshedAt: z.string().nullable().describe('when the networks were asked'),
});
export type ToldReputation = z.output<typeof toldReputation>;

export const numberReputation = toldReputation.extend({
  readAt: z.string().describe('when the carrier was asked last'),
  remedy: remedy.nullable(),
});
export type NumberReputation = z.output<typeof numberReputation>;

const labelOfRisk = { low: 'none', medium: 'suspected', high: 'flagged' } as const;
const byWorth = ['none', 'suspected', 'flagged'] as const;
type Label = (typeof byWorth)[number];

/** A label and who says so. */
export interface SpamReport {
  source: 'staff' | 'telnyx';
  label: Label;
  /** ISO 8601; null where that was never said. */
  at: string | null;
}

interface Labelled {
  spamLabel: Label;
  spamLabelAt: string | null;
  reputation: NumberReputation | null;
}

/** What each source says of a number, where it says anything. */
export function spamReports({ spamLabel, spamLabelAt, reputation }: Labelled): SpamReport[] {
  const own: SpamReport[] =
    spamLabel !== 'none' || spamLabelAt ? [{ source: 'staff', label: spamLabel, at: spamLabelAt }] : [];
  if (!reputation?.risk) return own;
  return [...own, { source: 'telnyx', label: labelOfRisk[reputation.risk], at: reputation.refreshedAt }];
}

/** The worst that any source says. */
export const worstLabel = (of: Labelled): Label =>
  byWorth[Math.max(0, ...spamReports(of).map(({ label }) => byWorth.indexOf(label)))]!;

/** Whether a request is still on its way. */
export const isUnderWay = (one: Remedy | null | undefined): one is Remedy =>
  one?.state === 'pending' || one?.state === 'in_progress';

/** What is said of how a number is used, where a network is to look at it again. */
export const remedyPurpose = z
  .string()
  .trim()
  .min(10, 'Please say in a sentence what the number is used for.')
  .max(2_000, 'At most 2,000 characters.');
