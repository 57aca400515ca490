import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import type { Speech } from '#functions/recordings/api.ts';
import type { PlanFile } from '#shared/exchange/plans.ts';
import { abilitiesNamed, planAbilityNames } from '#shared/model/dialplan/abilities.ts';
import type { PlanConfig, PlanProblem } from '#shared/model/dialplan/plan.ts';
import { planProblems } from '#shared/model/dialplan/problems.ts';
import { resolvePlan, Unresolved } from '#shared/model/dialplan/resolve.ts';
import type { PlanSteps } from '#shared/model/dialplan/steps.ts';
import { abilitiesOfExchange } from './abilities.ts';
import { type CompiledPlan, compilePlan } from './compiler/compile.ts';
import { getPlan } from './plans.ts';
import { resourcesOf } from './resources.ts';
import { asSounds, textsOf } from './texts.ts';

/** What is wrong with a plan as it is saved. @throws 404 */
export const validatePlan = async (planId: string) => validateDrawing(planId, (await getPlan(planId)).config);

/** What is wrong with a drawing; it is valid without an error. */
export async function validateDrawing(
  planId: string,
  config: PlanConfig,
): Promise<{ valid: boolean; problems: PlanProblem[] }> {
  const problems = planProblems(config, await resourcesOf(config, planId), await abilitiesOfExchange());
  return { valid: problems.every(({ severity }) => severity !== 'error'), problems };
}

/** A plan as Asterisk reads it, also where the exchange lacks what it needs. @throws 404; as `compiledDrawing` */
export const compiledPlan = async (planId: string) => compiledDrawing(planId, (await getPlan(planId)).config);

/** @throws 409 'unfinished' for a drawing with a node or a connection that nothing can be made of */
async function compiledDrawing(
  planId: string,
  config: PlanConfig,
): Promise<CompiledPlan & { steps: PlanSteps; texts: Speech[] }> {
  const resources = await resourcesOf(config, planId);
  const everyAbility = abilitiesNamed(planAbilityNames);
  const broken = planProblems(config, resources, everyAbility).find(({ severity }) => severity === 'error');
  if (broken) throw conflict(broken.text, { nodeId: broken.nodeId }, 'unfinished');
  try {
    const drawn = resolvePlan(config, resources);
    const steps = asSounds(drawn);
    return {
      texts: textsOf(drawn),
      ...compilePlan(steps, { tenant: tenantOf(), planId, now: clock.now() }),
      steps,
    };
  } catch (error) {
    if (error instanceof Unresolved) throw conflict(error.message, { nodeId: error.nodeId }, 'unfinished');
    throw error;
  }
}

/**
 * A drawing of a plan's as it is laid down for an exchange, and the texts that are to be read for it.
 * @throws as `compiledDrawing`
 */
export async function compiledFile(
  planId: string,
  config: PlanConfig,
): Promise<{ file: PlanFile; texts: Speech[] }> {
  const { context, marker, text, steps, texts } = await compiledDrawing(planId, config);
  return { file: { context, marker, text, steps }, texts };
}
