import * as z from 'zod';
import { dialPlanFields, planConfig } from './plan.ts';

export const planVersionLimits = {
  /** Of a plan; the oldest without a name go first. */
  kept: 100,
  named: 50,
} as const;

/** The number of a version: they are counted from 1 in each plan. */
export const versionNumber = z.coerce.number().int().min(1).max(999_999);
export const versionName = dialPlanFields.name;

/** A drawing as it was deployed. It never changes; its name may. */
export const planVersion = z.object({
  number: z.number().int(),
  name: z.string().nullable(),
  nodeCount: z.number().int(),
  deployedAt: z.string().describe('when it was deployed first'),
  deployedBy: z.string(),
  isServing: z.boolean().describe('whether it takes calls now'),
});
export type PlanVersion = z.output<typeof planVersion>;

export const drawnVersion = planVersion.extend({ config: planConfig });
