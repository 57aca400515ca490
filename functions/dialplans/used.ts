import { conflict } from '#functions/kernel/errors.ts';
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

const inUse = (plans: readonly { planId: string; name: string }[], advice: string) => {
  const names = plans.slice(0, 3).map(({ name }) => `“${name}”`);
  const listed = plans.length > 3 ? `${names.join(', ')} and others` : names.join(', ');
  return conflict(
    `Calls go on in this plan from ${listed}. ${advice}`,
    { plans: plans.slice(0, 100).map(({ planId: id, name }) => ({ id, name })) },
    'plan_in_use',
  );
};

/** @throws 409 'plan_in_use' naming the plans that take calls, or are about to, and have them go on in this one */
export async function assertNoJumpServes(planId: string): Promise<void> {
  const [plans, deployments] = await Promise.all([everyPlan(), everyDeployment()]);
  const jumping = new Set(
    deployments
      .filter(
        (one) =>
          one.planId !== planId && [one.serving, one.pending].some((text) => text?.jumpsTo.includes(planId)),
      )
      .map((one) => one.planId),
  );
  const using = plans.filter((plan) => jumping.has(plan.planId));
  if (using.length > 0) throw inUse(using, 'Deploy them without that first.');
}

/** @throws 409 'plan_in_use' naming the plans in whose drawings calls go on in this one */
export async function assertNoJumpLeadsTo(planId: string): Promise<void> {
  const using = (await everyPlan()).filter((plan) => plan.planId !== planId && plan.jumpsTo.includes(planId));
  if (using.length > 0) throw inUse(using, 'Let them go on elsewhere first.');
}
