import type { PlanStep, PlanSteps } from '#shared/model/dialplan/steps.ts';
import { putThroughBy, walk } from '#shared/model/dialplan/walk.ts';
import { nodeContext } from './names.ts';

/**
 * Where the simulator takes a call that leaves a step by a way, in a compiled plan's own words: a context, 'end', or
 * 'Stasis <its arguments>' where a key or a jump hands the call over. For tests of what the compiler writes.
 */
export function nextContext(
  steps: PlanSteps,
  step: PlanStep,
  way: string,
  { plan, planId }: { plan: string; planId: string },
): string {
  const to = putThroughBy(step, way);
  if (to && 'planId' in to) return `Stasis dealbell,plan,${planId},${step.id}`;
  if (to) return `Stasis dealbell,plan,${planId},${step.id},${way.replace('option-', '')}`;
  // From a plan that begins at this step: the way, and then whatever comes.
  const begin: PlanStep = { id: 'zzz-begin', type: 'start', ways: { next: step.id } };
  const from = step.type === 'start' ? steps : [begin, ...steps.filter(({ type }) => type !== 'start')];
  const walked = walk(from, (one, ways) => (one.id === step.id ? way : ways[0]!)).steps;
  const next = walked[walked.findIndex(({ id }) => id === step.id) + 1];
  return next ? nodeContext(plan, next.id) : 'end';
}
