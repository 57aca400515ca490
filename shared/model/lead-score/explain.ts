import type { Feature, FeatureGroup } from './features.ts';
import { type Factor, factorFinder, type ScoreModel } from './train.ts';

/* What moves a score, against the usual lead: as the model weighs it, beside the plain share of wins behind it. */

export interface Effect extends Omit<Factor, 'weight'> {
  /** Log odds more or less than those of the usual lead; above 0 it is won more often. */
  effect: number;
}

/** What the usual lead has of a group: the mean of its weights over all leads. */
function usualWeights({ factors, total }: ScoreModel): Map<FeatureGroup, number> {
  const usual = new Map<FeatureGroup, number>();
  for (const { group, weight, total: leads } of factors)
    usual.set(group, (usual.get(group) ?? 0) + (weight * leads) / total);
  return usual;
}

/** The effect of a factor; of a tag against leads without it, as a lead may carry several. */
function effectsOf(model: ScoreModel): Effect[] {
  const usual = usualWeights(model);
  return model.factors.map(({ weight, ...factor }) => ({
    ...factor,
    effect:
      factor.group === 'tag' ? weight * (1 - factor.total / model.total) : weight - usual.get(factor.group)!,
  }));
}

const strongest = (one: Effect, other: Effect): number => Math.abs(other.effect) - Math.abs(one.effect);
/** A smaller effect moves a score by less than a point and is no reason. */
const smallest = 0.04;

/** The strongest factors of a model, those that raise and those that lower. */
export const strongestFactors = (model: ScoreModel, count: number): Effect[] =>
  effectsOf(model)
    .filter(({ effect }) => Math.abs(effect) >= smallest)
    .sort(strongest)
    .slice(0, count);

/** Why a lead has its score: the strongest of what it has. */
export function reasonsFor(model: ScoreModel, features: readonly Feature[], count: number): Effect[] {
  const effects = effectsOf(model);
  return factorFinder(model.factors)(features)
    .map((at) => effects[at]!)
    .filter(({ effect }) => Math.abs(effect) >= smallest)
    .sort(strongest)
    .slice(0, count);
}
