import * as z from 'zod';
import { dialPlanFields, type PlanConfig, planConfig } from '#shared/model/dialplan/plan.ts';

/* A plan that has no name yet is kept in the browser, for the user who draws it: another who signs in there has their own. */

/** What there is of a plan before its first save. */
export interface UnsavedPlan {
  description: string;
  goalNodeId: string | null;
  config: PlanConfig;
}

const kept = z.object({
  description: dialPlanFields.description.catch(''),
  goalNodeId: dialPlanFields.goalNodeId.catch(null),
  config: planConfig,
});
const keyOf = (userId: string) => `dealbell-new-dialplan-${userId}`;

/** The plan that a user has begun; undefined where there is none, or none that this version can read. */
export function readUnsavedPlan(storage: Pick<Storage, 'getItem'>, userId: string): UnsavedPlan | undefined {
  try {
    return kept.safeParse(JSON.parse(storage.getItem(keyOf(userId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function keepUnsavedPlan(storage: Pick<Storage, 'setItem'>, userId: string, plan: UnsavedPlan): void {
  const { description, goalNodeId, config } = plan;
  storage.setItem(keyOf(userId), JSON.stringify({ description, goalNodeId, config }));
}

export const forgetUnsavedPlan = (storage: Pick<Storage, 'removeItem'>, userId: string): void =>
  storage.removeItem(keyOf(userId));
