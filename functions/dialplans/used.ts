import type { PlanUsing } from '#shared/model/ivr.ts';
import { everyDeployment } from './deployment-store.ts';
import { everyPlan, type PlanRecord } from './store.ts';

/** Plans by the ids of what each names, by name. */
async function plansByWhat(
  idsOf: (plan: PlanRecord) => readonly string[],
): Promise<ReadonlyMap<string, PlanUsing[]>> {
  const users = new Map<string, PlanUsing[]>();
  const plans = (await everyPlan()).sort((one, other) => one.name.localeCompare(other.name));
  for (const plan of plans)
    for (const id of idsOf(plan))
      users.set(id, [...(users.get(id) ?? []), { id: plan.planId, name: plan.name }]);
  return users;
}

/** The plans that play each menu, by name. */
export const plansUsingMenus = () => plansByWhat(({ menuIds }) => menuIds);

/** The plans that play each recording, by name: as they are drawn, and as they take calls. */
export async function plansUsingRecordings(): Promise<ReadonlyMap<string, PlanUsing[]>> {
  const deployed = new Map(
    (await everyDeployment()).map(({ planId, serving, pending }) => [
      planId,
      [serving, pending].flatMap((text) => text?.recordingIds ?? []),
    ]),
  );
  return plansByWhat(({ planId, recordingIds }) => [
    ...new Set([...recordingIds, ...(deployed.get(planId) ?? [])]),
  ]);
}
