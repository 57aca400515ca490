import * as z from 'zod';
import { textBody } from './message.ts';
import { pValueOf, rateOfShare } from './two-proportions.ts';

/* Several texts of one campaign, of which the one that works best is found out. */

export const campaignTestLimits = {
  variants: { least: 2, most: 4 },
  /** Shares of a variant in the draw. */
  weight: 100,
  /** Texts of each variant without which no winner is called. */
  minimum: { least: 30, most: 100_000, otherwise: 100 },
  /** Percent of the people who get the variants, where the others wait for the winner. */
  share: { least: 5, most: 90, otherwise: 20 },
  /** Hours after the last text of the test in which answers count, before it is called. */
  hours: { least: 1, most: 168, otherwise: 24 },
} as const;

export const testMeasures = ['reply', 'click'] as const;
export type TestMeasure = (typeof testMeasures)[number];

export const testConfidences = [90, 95, 99] as const;

const { variants, weight, minimum, share, hours } = campaignTestLimits;
const whole = z.number().int();

export const campaignTest = z.strictObject({
  variants: z
    .array(
      z.strictObject({
        message: textBody,
        weight: whole.min(1).max(weight).default(1).describe('its share of the people, beside the others’'),
      }),
    )
    .min(variants.least, `A test has at least ${variants.least} texts.`)
    .max(variants.most, `A test has at most ${variants.most} texts.`),
  measure: z
    .enum(testMeasures)
    .default('reply')
    .describe('what the best text has most of, of those it went to'),
  confidence: z
    .literal(testConfidences)
    .default(95)
    .describe('percent; a difference that chance makes more often than the rest of it is none'),
  minimum: whole
    .min(minimum.least)
    .max(minimum.most)
    .default(minimum.otherwise)
    .describe('texts of each variant'),
  hours: whole
    .min(hours.least)
    .max(hours.most)
    .default(hours.otherwise)
    .describe('so long answers count after the last text of the test; then it is called, once'),
  rest: z
    .enum(['split', 'winner'])
    .default('split')
    .describe(
      'split: everybody gets one of the variants; winner: `share` percent do, and the others what has won',
    ),
  share: whole
    .min(share.least)
    .max(share.most)
    .default(share.otherwise)
    .describe('percent; of `winner` alone'),
});
export type CampaignTest = z.output<typeof campaignTest>;

/** What a variant is called: A, B, C, D. */
export const variantKey = (index: number): string => 'ABCD'[index]!;

const count = z.number().int();
const perVariant = z.object({
  key: z.string(),
  message: z.string(),
  weight: count,
  sent: count,
  delivered: count,
  failed: count,
  clicked: count.describe('people who opened a link'),
  replied: count,
  optedOut: count,
});
export type VariantView = z.output<typeof perVariant>;

export const testStates = ['running', 'too_few', 'undecided', 'guarded', 'winner'] as const;

export const campaignTestView = z.object({
  ...campaignTest.shape,
  variants: z.array(perVariant),
  state: z
    .enum(testStates)
    .describe(
      'guarded: the best by the measure has significantly more opt-outs than another, and has not won',
    ),
  winner: z.string().nullable(),
  pValue: z
    .number()
    .nullable()
    .describe('of the best beside the closest other, for all comparisons together'),
  callsAt: z
    .string()
    .nullable()
    .describe('when it is called; null while texts of the test are still to go out'),
});
export type CampaignTestView = z.output<typeof campaignTestView>;

/** What became of the texts of one variant. */
export interface VariantFigures {
  sent: number;
  /** People with what the test measures. */
  hits: number;
  optedOut: number;
}

export interface Verdict {
  state: Exclude<(typeof testStates)[number], 'running'>;
  /** Of the variants the one that has won. */
  winner: number | null;
  pValue: number | null;
}

/**
 * Which of the variants has won: the one with the highest rate, where it differs from each other one by the two-sided
 * two-proportion test (`pValueOf`). The best is chosen after the fact, so all pairs count as compared, and p-values are
 * multiplied by their number (Bonferroni); of two variants that is the plain test. It holds for one look: who looks again and
 * again until something is significant finds it too often, so a test is called once, at its time.
 */
export function verdictOf(
  figures: readonly VariantFigures[],
  { confidence, minimum: least }: Pick<CampaignTest, 'confidence' | 'minimum'>,
): Verdict {
  if (figures.some(({ sent }) => sent < least)) return { state: 'too_few', winner: null, pValue: null };
  const allowed = 1 - confidence / 100;
  const pairs = (figures.length * (figures.length - 1)) / 2;
  const hits = figures.map(({ sent, hits: found }) => ({ of: sent, hits: found }));
  const ends = figures.map(({ sent, optedOut }) => ({ of: sent, hits: optedOut }));
  const best = hits.reduce((top, one, at) => (rateOfShare(one) > rateOfShare(hits[top]!) ? at : top), 0);
  const others = figures.map((_, at) => at).filter((at) => at !== best);
  const adjusted = (p: number) => Math.min(1, p * pairs);
  const pValue = Math.max(...others.map((at) => adjusted(pValueOf(hits[best]!, hits[at]!))));
  if (pValue >= allowed) return { state: 'undecided', winner: null, pValue };
  const drivesAway = others.some(
    (at) =>
      rateOfShare(ends[best]!) > rateOfShare(ends[at]!) &&
      adjusted(pValueOf(ends[best]!, ends[at]!)) < allowed,
  );
  if (drivesAway) return { state: 'guarded', winner: null, pValue };
  return { state: 'winner', winner: best, pValue };
}
