import { isServing } from './deploy.ts';
import { everyPlan, findPlan } from './store.ts';

/** What numbers want to know of the plans that they lead to. */
export const plansForNumbers = {
  async plansThere(planIds: string[]): Promise<string[]> {
    const found = await Promise.all(planIds.map(findPlan));
    return found.flatMap((plan) => plan?.planId ?? []);
  },
  planNames: async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await everyPlan()).map(({ planId, name }) => [planId, name])),
  isServing,
};
