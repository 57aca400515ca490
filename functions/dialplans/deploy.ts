import { createHash } from 'node:crypto';
import { numbersTo } from '#functions/dids/api.ts';
import { actorName } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { markNumbers, markWrites, push, pushAfterwards } from '#functions/pbx/api.ts';
import { bringRecordings, readTexts } from '#functions/recordings/api.ts';
import { ExchangeDown, ExchangeRefused, putPlan, removePlan } from '#functions/telephony/api.ts';
import type { PlanFile } from '#shared/exchange/plans.ts';
import type { DialPlan, PlanConfig } from '#shared/model/dialplan/plan.ts';
import { jumpsOf } from '#shared/model/dialplan/problems.ts';
import { recordingsOf } from '#shared/model/dialplan/steps.ts';
import { compiledFile, validateDrawing } from './compiled.ts';
import {
  type DeployedText,
  type Deployment,
  deployedMeanwhile,
  deploymentOf,
  deploymentWrites,
  everyDeployment,
  planFileKey,
  removeOtherFiles,
} from './deployment-store.ts';
import { auditedPlan, getPlan } from './plans.ts';
import { assertNoJumpServes } from './used.ts';
import { drawingOfVersion, versionWrites } from './version-store.ts';
import { getVersion, pruneVersions } from './versions.ts';
import { assertWalksEnd } from './walks.ts';

/*
 * A plan comes to the exchange as queues and numbers do: what is to be there is written down and marked, and whoever
 * comes first, the call that wrote it or the sweeper, tells the exchange. The exchange changes from one text to another
 * in one step and goes back by itself, so either the old text takes calls or the new one.
 */

const exchangeDown = (error: unknown) =>
  new AppError(503, 'exchange_down', 'The exchange cannot be reached. Please try again.', { cause: error });

const marked = (planId: string) => [{ kind: 'plan' as const, name: planId }];

const change = (planId: string, changes: (before: Deployment) => Partial<Deployment> | undefined) =>
  retryOnConflict(
    async () => {
      const before = await deploymentOf(planId);
      const wanted = changes(before);
      if (wanted) await commit(...deploymentWrites(before, wanted));
    },
    { isOvertaken: (error) => error === deployedMeanwhile },
  );

/** The numbers that ring a plan lead elsewhere now, or to it again: the exchange hears so within the minute at most. */
const pushNumbersOf = async (planId: string): Promise<void> =>
  pushAfterwards(await markNumbers(await numbersTo(planId)));

async function layDown(planId: string, file: PlanFile): Promise<string> {
  const text = JSON.stringify(file);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await bucket('plans').put(planFileKey(planId, sha256), text, 'application/json');
  return sha256;
}

interface DeployOptions {
  /** A version that was deployed once: it takes calls again, and the drawing stays as it is. */
  number?: number;
  /** Although saved walks end otherwise in it. */
  confirmWalks?: boolean | undefined;
}

interface Pinned extends Pick<DeployedText, 'number' | 'isPinned'> {
  writes: object[];
}

/** The version that a drawing is: a new one, unless the very same takes calls already. */
async function pinned(
  planId: string,
  config: PlanConfig,
  { serving, versions }: Deployment,
): Promise<Pinned> {
  const same = serving?.number && (await drawingOfVersion(planId, serving.number));
  if (same && JSON.stringify(same) === JSON.stringify(config))
    return { number: serving.number, isPinned: false, writes: [] };
  const number = versions + 1;
  const version = {
    planId,
    number,
    name: null,
    nodeCount: config.nodes.length,
    deployedAt: clock.iso(),
    deployedBy: actorName(),
  };
  return { number, isPinned: true, writes: versionWrites(version, config) };
}

/**
 * Has the exchange take calls by a plan as it is saved, which makes it a version. Whatever fails, the text that took them
 * before goes on.
 * @throws 404; 409 'invalid' with the problems in `details`, 'walks_failed' with the walks, 'not_deployed' with the
 *   exchange's sentence, 'deploying', 'exchange_not_connected', and as `readTexts`; 503 'exchange_down'
 */
export async function deployPlan(
  planId: string,
  { number, confirmWalks = false }: DeployOptions = {},
): Promise<DialPlan> {
  const plan = await getPlan(planId);
  const config = number === undefined ? plan.config : (await getVersion(planId, number)).config;
  const { valid, problems } = await validateDrawing(planId, config);
  if (!valid)
    throw conflict(problems.find(({ severity }) => severity === 'error')!.text, { problems }, 'invalid');
  if (!confirmWalks) await assertWalksEnd(planId, config);
  const { file, texts } = await compiledFile(planId, config);
  await readTexts(texts);
  const sha256 = await layDown(planId, file);
  const before = await deploymentOf(planId);
  const earlier: Pinned = { number, isPinned: false, writes: [] };
  const { writes, ...version } = number === undefined ? await pinned(planId, config, before) : earlier;
  const isAsDrawn = JSON.stringify(config) === JSON.stringify(plan.config);
  const pending = {
    sha256,
    planVersion: isAsDrawn ? plan.version : 0,
    at: clock.iso(),
    recordingIds: recordingsOf(file.steps),
    jumpsTo: jumpsOf(config),
    goesOnIn: jumpsOf(config, true),
    ...version,
  };
  const versions = version.isPinned ? before.versions + 1 : before.versions;
  await commit(
    ...deploymentWrites(before, { pending, versions, trouble: null }),
    ...writes,
    markWrites(marked(planId)),
    auditEntry('plan.deployed', auditedPlan(plan), { version: number ?? null }),
  );
  try {
    await push(marked(planId)[0]!);
  } catch (error) {
    // The mark stays: the sweeper has the exchange take calls by what is written down now, should it have heard of more.
    await change(planId, (now) => (now.pending?.sha256 === sha256 ? { pending: null } : undefined));
    throw error instanceof ExchangeDown ? exchangeDown(error) : error;
  }
  const after = await deploymentOf(planId);
  if (after.serving?.sha256 !== sha256)
    throw after.trouble ? conflict(after.trouble, undefined, 'not_deployed') : deployedMeanwhile;
  await pushNumbersOf(planId);
  await pruneVersions(planId);
  return getPlan(planId);
}

/**
 * Takes a plan off the exchange. Its numbers lead where they led before it, which the exchange is told first.
 * @throws 404; 409 'plan_in_use' naming the plans from which calls go on in it, 'exchange_not_connected'; 503
 *   'exchange_down': then it is told as soon as it can be reached
 */
export async function deactivatePlan(planId: string): Promise<DialPlan> {
  const plan = await getPlan(planId);
  const before = await deploymentOf(planId);
  if (!before.serving && !before.pending) return getPlan(planId);
  await assertNoJumpServes(planId);
  await commit(
    ...deploymentWrites(before, { serving: null, pending: null, trouble: null }),
    markWrites(marked(planId)),
    auditEntry('plan.deactivated', auditedPlan(plan), {}),
  );
  await pushNumbersOf(planId);
  try {
    await push(marked(planId)[0]!);
  } catch (error) {
    throw error instanceof ExchangeDown ? exchangeDown(error) : error;
  }
  return getPlan(planId);
}

/** Tells the exchange which text of a plan is to take calls, and notes that it does, or why it does not. */
export async function pushDeployment(planId: string): Promise<undefined> {
  const deployment = await deploymentOf(planId);
  const wanted = deployment.pending ?? deployment.serving;
  if (!wanted) {
    await removePlan(planId);
    await removeOtherFiles(await deploymentOf(planId));
    return;
  }
  const { sha256, recordingIds } = wanted;
  const url = await bucket('plans').downloadUrl(planFileKey(planId, sha256), 'plan.json');
  const isPending = (now: Deployment) => now.pending?.sha256 === sha256;
  try {
    // What it plays comes before it, so that no caller is led to a sound that is not there.
    await bringRecordings(recordingIds);
    await putPlan(planId, { url, sha256 });
  } catch (error) {
    if (!(error instanceof ExchangeRefused) || !deployment.pending) throw error;
    await change(planId, (now) =>
      isPending(now) ? { pending: null, trouble: error.message.slice(0, 500) } : undefined,
    );
    return;
  }
  await change(planId, (now) =>
    isPending(now) ? { serving: wanted, pending: null, trouble: null } : undefined,
  );
  await removeOtherFiles(await deploymentOf(planId));
}

/** The plans that an exchange is to have. */
export const plansToServe = async (): Promise<string[]> =>
  (await everyDeployment()).filter(({ serving, pending }) => serving ?? pending).map(({ planId }) => planId);

/** Whether calls can ring a plan. */
export const isServing = async (planId: string): Promise<boolean> =>
  (await deploymentOf(planId)).serving !== null;
