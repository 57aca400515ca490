import { numbersTo } from '#functions/dids/api.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  configProblem,
  type DialPlan,
  type DialPlanSummary,
  dialPlanLimits,
  type PlanConfig,
} from '#shared/model/dialplan/plan.ts';
import { jumpsOf } from '#shared/model/dialplan/problems.ts';
import { type DeployedText, deploymentOf, deploymentRemoval, everyDeployment } from './deployment-store.ts';
import { menuIdsOf, recordingIdsOf } from './resources.ts';
import {
  changedSince,
  drawingOf,
  everyPlan,
  findPlan,
  type PlanRecord,
  planRemoval,
  planWrites,
} from './store.ts';
import { assertNoJumpLeadsTo } from './used.ts';
import { removeVersions } from './version-store.ts';
import { removeWalks } from './walk-store.ts';

interface Fields {
  name: string;
  description: string;
  config: PlanConfig;
  goalNodeId: string | null;
}

const summaryOf = (
  { planId, menuIds: _, recordingIds: _recordings, jumpsTo: _jumps, ...plan }: PlanRecord,
  serving?: DeployedText | null,
): DialPlanSummary => ({
  id: planId,
  ...plan,
  isActive: Boolean(serving),
  deployedAt: serving?.at ?? null,
  deployedVersion: serving?.planVersion ?? null,
  deployedNumber: serving?.number ?? null,
  goesOnIn: serving?.goesOnIn ?? [],
});

/** @throws 404 */
export async function planOr404(planId: string): Promise<PlanRecord> {
  const plan = await findPlan(planId);
  if (!plan) throw notFound('The dial plan');
  return plan;
}

/** @throws 404 */
export async function getPlan(planId: string): Promise<DialPlan> {
  const [plan, config, { serving }] = await Promise.all([
    planOr404(planId),
    drawingOf(planId),
    deploymentOf(planId),
  ]);
  if (!config) throw notFound('The dial plan');
  return { ...summaryOf(plan, serving), config };
}

/** Plans by name, those whose name or description has the text. */
export async function listPlans(search = ''): Promise<{ plans: DialPlanSummary[] }> {
  const text = search.toLowerCase();
  const [every, deployments] = await Promise.all([everyPlan(), everyDeployment()]);
  const serving = new Map(deployments.map((one) => [one.planId, one.serving]));
  const found = every.filter(({ name, description }) =>
    [name, description].some((part) => part.toLowerCase().includes(text)),
  );
  const plans = found.map((plan) => summaryOf(plan, serving.get(plan.planId)));
  return { plans: plans.sort((one, other) => one.name.localeCompare(other.name)) };
}

/** A drawing with its telephone numbers in E.164. @throws 400 */
function checkedConfig(config: PlanConfig): PlanConfig {
  const problem = configProblem(config);
  if (problem) throw badRequest(problem, { field: 'config' });
  const nodes = config.nodes.map((node) => {
    if (node.type === 'dial') {
      const destinations = node.data.destinations.map((one) =>
        one.kind === 'number' ? { ...one, number: e164(one.number, 'config') } : one,
      );
      return { ...node, data: { ...node.data, destinations } };
    }
    if (node.type === 'condition' && node.data.condition?.type === 'callerNumber') {
      const numbers = node.data.condition.numbers.map((number) => e164(number, 'config'));
      return { ...node, data: { condition: { ...node.data.condition, numbers } } };
    }
    return node;
  });
  return { ...config, nodes };
}

/** @throws 409 */
async function assertNameFree(name: string, planId?: string): Promise<void> {
  const other = (await everyPlan()).find(
    (plan) => plan.planId !== planId && plan.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a dial plan named “${other.name}” already.`, { field: 'name' });
}

const drawn = (config: PlanConfig) => ({
  nodeCount: config.nodes.length,
  menuIds: menuIdsOf(config),
  recordingIds: recordingIdsOf(config),
  jumpsTo: jumpsOf(config),
});

/** @throws 400; 409 for a name that another plan has */
export async function createPlan({ config: given, ...fields }: Fields): Promise<DialPlan> {
  await assertNameFree(fields.name);
  if ((await everyPlan()).length >= dialPlanLimits.plans)
    throw badRequest(`A workspace has at most ${dialPlanLimits.plans} dial plans.`);
  const config = checkedConfig(given);
  const now = clock.iso();
  const plan: PlanRecord = {
    ...fields,
    ...drawn(config),
    planId: newId('dlp'),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await commit(planWrites(undefined, plan, config));
  return { ...summaryOf(plan), config };
}

type Changes = { [K in keyof Fields]?: Fields[K] | undefined };

/** @throws 400, 404; 409 for a taken name, or when the plan has changed since `version` */
export async function updatePlan(planId: string, changes: Changes, version?: number): Promise<DialPlan> {
  const { config: given, ...fields } = givenOf(changes);
  if (fields.name !== undefined) await assertNameFree(fields.name, planId);
  const config = given ? checkedConfig(given) : null;
  await changeVersioned({
    read: () => planOr404(planId),
    change: () => ({ ...fields, ...(config ? drawn(config) : {}) }),
    write: (before, after) => commit(planWrites(before, after, config)),
    changedSince,
    version,
  });
  return getPlan(planId);
}

/** @throws 404; 409 for a name that another plan has */
export async function clonePlan(planId: string, name: string): Promise<DialPlan> {
  const { description, config, goalNodeId } = await getPlan(planId);
  return createPlan({ name, description, config, goalNodeId });
}

/** A plan as the target of an entry of the audit log. */
export const auditedPlan = ({ id, name }: Pick<DialPlan, 'id' | 'name'>) => ({ kind: 'plan', id, name });

/** @throws 404; 409 while an exchange takes calls by it ('deployed'), or numbers or other plans lead to it ('plan_in_use') */
export async function removePlan(planId: string): Promise<PlanRecord> {
  const [plan, { serving, pending }] = await Promise.all([planOr404(planId), deploymentOf(planId)]);
  if (serving ?? pending) throw conflict('Deactivate it first.', undefined, 'deployed');
  const numbers = await numbersTo(planId);
  if (numbers.length > 0)
    throw conflict(
      `Calls to ${numbers.slice(0, 3).join(', ')} lead to this plan. Let them lead elsewhere first.`,
      { numbers: numbers.slice(0, 100) },
      'plan_in_use',
    );
  await assertNoJumpLeadsTo(planId);
  await commit(
    planRemoval(plan),
    deploymentRemoval(planId),
    auditEntry('plan.deleted', auditedPlan({ id: planId, name: plan.name }), {}),
  );
  await removeVersions(planId);
  await removeWalks(planId);
  return plan;
}
