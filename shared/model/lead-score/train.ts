import { type Evaluation, evaluate, isBetterThanBase } from './evaluate.ts';
import { type Feature, type FeatureGroup, featureGroups } from './features.ts';
import { fitLogistic, probabilityAt } from './logistic.ts';
import { scoreOptions } from './options.ts';

/** A closed lead, without anything that says whose it is. */
export interface Outcome {
  won: boolean;
  isHeldOut: boolean;
  features: readonly Feature[];
}

/** A value of a feature with its weight, and how the leads ended that had it. */
export interface Factor {
  group: FeatureGroup;
  /** As it was written first; null for the rare values together. */
  value: string | null;
  /** Log odds. */
  weight: number;
  won: number;
  total: number;
}

export interface ScoreModel {
  intercept: number;
  factors: Factor[];
  /** The outcomes that it was learned from, without those that were held out. */
  won: number;
  total: number;
}

export interface Training {
  /** Of all outcomes. */
  won: number;
  lost: number;
  /** Null while there are too few outcomes. */
  model: ScoreModel | null;
  evaluation: Evaluation | null;
  /** Whether leads may be scored by it. */
  isBetter: boolean;
}

/** Values that differ by capital letters alone are one. */
const keyOf = (group: FeatureGroup, value: string | null): string =>
  value === null ? `${group}~` : `${group}:${value.toLowerCase()}`;

const hasEnough = (won: number, lost: number): boolean =>
  won + lost >= scoreOptions.outcomes && Math.min(won, lost) >= scoreOptions.ofEither;

/** The values that count by themselves, and for each group the rare ones together, with how their leads ended. */
function tally(outcomes: readonly Outcome[]): Factor[] {
  const counted = new Map<string, Factor>();
  const count = (group: FeatureGroup, value: string | null, won: boolean) => {
    const key = keyOf(group, value);
    const factor = counted.get(key) ?? { group, value, weight: 0, won: 0, total: 0 };
    counted.set(key, { ...factor, won: factor.won + (won ? 1 : 0), total: factor.total + 1 });
  };
  for (const { features, won } of outcomes) for (const { group, value } of features) count(group, value, won);
  const kept = featureGroups.flatMap((group) =>
    [...counted.values()]
      .filter((factor) => factor.group === group && factor.total >= scoreOptions.rare)
      .sort((one, other) => other.total - one.total || (one.value! < other.value! ? -1 : 1))
      .slice(0, scoreOptions.valuesAtMost),
  );
  const own = new Set(kept.map(({ group, value }) => keyOf(group, value)));
  counted.clear();
  for (const { features, won } of outcomes) {
    const rare = features.filter(({ group, value }) => !own.has(keyOf(group, value)));
    // A lead with two rare tags has rare tags once.
    for (const group of new Set(rare.map((one) => one.group))) count(group, null, won);
  }
  return [...kept, ...counted.values()];
}

/** Finds which factors of a list a lead has. */
export function factorFinder(factors: readonly Pick<Factor, 'group' | 'value'>[]) {
  const places = new Map(factors.map(({ group, value }, at) => [keyOf(group, value), at]));
  return (features: readonly Feature[]): number[] => {
    const found = features.map(
      ({ group, value }) => places.get(keyOf(group, value)) ?? places.get(keyOf(group, null)),
    );
    return [...new Set(found)].filter((place) => place !== undefined);
  };
}

function modelOf(outcomes: readonly Outcome[]): ScoreModel {
  const factors = tally(outcomes);
  const placesOf = factorFinder(factors);
  const problem = {
    rows: outcomes.map(({ features }) => placesOf(features)),
    won: outcomes.map(({ won }) => won),
    features: factors.length,
    penalty: scoreOptions.penalty,
  };
  const { intercept, weights } = fitLogistic(problem, scoreOptions.steps);
  return {
    intercept,
    factors: factors.map((factor, at) => ({ ...factor, weight: weights[at]! })),
    won: problem.won.filter(Boolean).length,
    total: outcomes.length,
  };
}

/** The chance that a lead is won, by the model: 0 to 1. Prepared once for many leads. */
export function predictor({ intercept, factors }: ScoreModel) {
  const placesOf = factorFinder(factors);
  return (features: readonly Feature[]): number =>
    probabilityAt(placesOf(features).reduce((logit, at) => logit + factors[at]!.weight, intercept));
}

/** A chance as a score: 0 to 100. */
export const scoreOf = (probability: number): number => Math.round(100 * probability);

/**
 * Learns from outcomes: a model of those that are not held out, tried on those that are. The same outcomes in the same
 * order give the same training.
 */
export function train(outcomes: readonly Outcome[]): Training {
  const won = outcomes.filter((one) => one.won).length;
  const lost = outcomes.length - won;
  const learned = outcomes.filter((one) => !one.isHeldOut);
  if (!hasEnough(won, lost) || new Set(learned.map((one) => one.won)).size < 2)
    return { won, lost, model: null, evaluation: null, isBetter: false };
  const model = modelOf(learned);
  const predict = predictor(model);
  const tried = outcomes
    .filter((one) => one.isHeldOut)
    .map((one) => ({ probability: predict(one.features), won: one.won }));
  const evaluation = evaluate(tried, model.won / model.total, scoreOptions.bins);
  return { won, lost, model, evaluation, isBetter: isBetterThanBase(evaluation) };
}
