import { badRequest } from '#functions/kernel/errors.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import type { PlanConfig } from '#shared/model/dialplan/plan.ts';
import { type PlanVersion, planVersionLimits } from '#shared/model/dialplan/version.ts';
import { deploymentOf } from './deployment-store.ts';
import { planOr404 } from './plans.ts';
import {
  drawingOfVersion,
  findVersion,
  noVersion,
  type VersionRecord,
  versionNaming,
  versionRecords,
  versionRemoval,
} from './version-store.ts';

const viewOf = ({ planId: _, ...version }: VersionRecord, serving: number | undefined): PlanVersion => ({
  ...version,
  isServing: version.number === serving,
});

/** Those that have taken calls, newest first: one that is on its way to the exchange is none yet. @throws 404 */
export async function listVersions(planId: string): Promise<{ versions: PlanVersion[] }> {
  const [, records, { serving, pending }] = await Promise.all([
    planOr404(planId),
    versionRecords(planId),
    deploymentOf(planId),
  ]);
  const onItsWay = pending?.isPinned ? pending.number : undefined;
  return {
    versions: records.filter(({ number }) => number !== onItsWay).map((one) => viewOf(one, serving?.number)),
  };
}

/** @throws 404 */
export async function getVersion(
  planId: string,
  number: number,
): Promise<PlanVersion & { config: PlanConfig }> {
  await planOr404(planId);
  const [version, config, { serving }] = await Promise.all([
    findVersion(planId, number),
    drawingOfVersion(planId, number),
    deploymentOf(planId),
  ]);
  if (!version || !config) throw noVersion;
  return { ...viewOf(version, serving?.number), config };
}

/** Names a version; null takes the name away. @throws 400, 404 */
export async function nameVersion(planId: string, number: number, name: string | null): Promise<PlanVersion> {
  const { config: _, isServing: _serving, ...version } = await getVersion(planId, number);
  const named = (await versionRecords(planId)).filter((one) => one.name !== null && one.number !== number);
  if (name !== null && named.length >= planVersionLimits.named)
    throw badRequest(`A plan has at most ${planVersionLimits.named} versions with a name.`, {
      field: 'name',
    });
  await writeOne(versionNaming({ ...version, planId }, name));
  const { config: _drawing, ...after } = await getVersion(planId, number);
  return after;
}

/** Lets the oldest go that have no name, once there are more than are kept; never what takes calls. */
export async function pruneVersions(planId: string): Promise<void> {
  const [records, { serving, pending }] = await Promise.all([versionRecords(planId), deploymentOf(planId)]);
  const inUse = [serving?.number, pending?.number];
  const over = records.length - planVersionLimits.kept;
  if (over <= 0) return;
  const going = records
    .toReversed()
    .filter(({ number, name }) => name === null && !inUse.includes(number))
    .slice(0, over);
  for (const { number } of going) await commit(...versionRemoval(planId, number));
}
