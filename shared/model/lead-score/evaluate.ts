import * as z from 'zod';

/** A held-out outcome: what the model said before, and what became of it. */
export interface Predicted {
  probability: number;
  won: boolean;
}

export const calibrationBin = z.object({
  predicted: z.number().describe('mean of what was predicted, 0 to 1'),
  observed: z.number().describe('share that was won, 0 to 1'),
  count: z.number().int(),
});

export const evaluation = z.object({
  heldOut: z.number().int(),
  auc: z
    .number()
    .nullable()
    .describe('how often a won lead stands above one that was not; null where all ended alike'),
  brier: z.number().describe('mean square of what was predicted less what came; 0 is perfect'),
  baseBrier: z.number().describe('the same of always predicting the share of wins'),
  gainError: z.number().describe('standard error of baseBrier - brier, over the held-out leads'),
  calibration: z.array(calibrationBin).describe('ten bins of equal width; empty ones are left out'),
});
export type Evaluation = z.output<typeof evaluation>;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The area under the ROC curve: of all pairs of one that was won and one that was not, the share in which the won one
 * was given more. Equal ones count half. By ranks, so that 4,000 outcomes are sorted once and not compared in pairs.
 */
export function aucOf(predicted: readonly Predicted[]): number | null {
  const sorted = [...predicted].sort((one, other) => one.probability - other.probability);
  const won = sorted.filter((one) => one.won).length;
  const lost = sorted.length - won;
  if (won === 0 || lost === 0) return null;
  let ranks = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.probability === sorted[from]!.probability) to++;
    const rank = (from + 1 + to) / 2;
    ranks += rank * sorted.slice(from, to).filter((one) => one.won).length;
    from = to;
  }
  return (ranks - (won * (won + 1)) / 2) / (won * lost);
}

const brierOf = (predicted: readonly Predicted[], says: (one: Predicted) => number): number =>
  mean(predicted.map((one) => (says(one) - (one.won ? 1 : 0)) ** 2));

/** In which of so many bins of equal width, from 0, a probability lies. */
export const binOf = (probability: number, bins: number): number =>
  Math.min(bins - 1, Math.floor(probability * bins));

/** @param bins how many bins of equal width there are between 0 and 1 */
export function calibrationOf(predicted: readonly Predicted[], bins: number): Evaluation['calibration'] {
  const byBin = Map.groupBy(predicted, ({ probability }) => binOf(probability, bins));
  return [...byBin]
    .sort(([one], [other]) => one - other)
    .map(([, of]) => ({
      predicted: mean(of.map(({ probability }) => probability)),
      observed: mean(of.map(({ won }) => (won ? 1 : 0))),
      count: of.length,
    }));
}

/** Standard error of the mean by which the model's squared errors are smaller than those of the base rate. */
function gainErrorOf(predicted: readonly Predicted[], base: number): number {
  const gains = predicted.map(({ probability, won }) => {
    const came = won ? 1 : 0;
    return (base - came) ** 2 - (probability - came) ** 2;
  });
  const middle = mean(gains);
  return Math.sqrt(mean(gains.map((gain) => (gain - middle) ** 2)) / Math.max(1, gains.length - 1));
}

/** @param base the share of wins among the outcomes that were learned from, 0 to 1 */
export const evaluate = (predicted: readonly Predicted[], base: number, bins: number): Evaluation => ({
  heldOut: predicted.length,
  auc: aucOf(predicted),
  brier: brierOf(predicted, ({ probability }) => probability),
  baseBrier: brierOf(predicted, () => base),
  gainError: gainErrorOf(predicted, base),
  calibration: calibrationOf(predicted, bins),
});

/** One-sided at 5 %: of models that know nothing, one in twenty passes by luck. */
const confidence = 1.645;

/** Whether a model says more of leads that it has not seen than their share of wins alone does, and not by luck. */
export const isBetterThanBase = ({ auc, brier, baseBrier, gainError }: Evaluation): boolean =>
  auc !== null && auc > 0.5 && baseBrier - brier > confidence * gainError;
