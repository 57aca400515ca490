import { z } from 'zod';
import { entity, ifThere, type Stored } from '#functions/kernel/entity.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { PlanConfig } from '#shared/model/dialplan/plan.ts';

/** What lists show of a drawing that was deployed. */
const Versions = entity('dialPlanVersion', {
  fields: z.object({
    planId: z.string(),
    number: z.number().int(),
    name: z.string().nullable(),
    nodeCount: z.number().int(),
    deployedAt: z.string(),
    deployedBy: z.string(),
  }),
  key: { partition: ['planId'], sort: ['number'] },
  padded: { number: 6 },
});
export type VersionRecord = Stored<typeof Versions>;

/** The drawing itself, as JSON: what was deployed is never written again. */
const Drawings = entity('dialPlanVersionDrawing', {
  fields: z.object({ planId: z.string(), number: z.number().int(), config: z.string() }),
  key: { partition: ['planId'], sort: ['number'] },
  padded: { number: 6 },
});

export const noVersion = notFound('The version');

/** Newest first. */
export const versionRecords = (planId: string): Promise<VersionRecord[]> =>
  Versions.all('key', { planId }, { order: 'desc' });

export const findVersion = (planId: string, number: number): Promise<VersionRecord | undefined> =>
  Versions.find({ planId, number });

export async function drawingOfVersion(planId: string, number: number): Promise<PlanConfig | undefined> {
  const found = await Drawings.find({ planId, number });
  return found && (JSON.parse(found.config) as PlanConfig);
}

export const versionWrites = (version: VersionRecord, config: PlanConfig): object[] => [
  Versions.insert(version),
  Drawings.insert({ planId: version.planId, number: version.number, config: JSON.stringify(config) }),
];

/** @throws 404 by its write, where it is gone */
export const versionNaming = (version: VersionRecord, name: string | null): object =>
  Versions.put({ ...version, name }, ifThere(noVersion));

export const versionRemoval = (planId: string, number: number): object[] => [
  Versions.remove({ planId, number }),
  Drawings.remove({ planId, number }),
];

/** Of a plan that is removed. */
export async function removeVersions(planId: string): Promise<void> {
  await Drawings.removeEvery(await Drawings.all('key', { planId }, { attributes: ['planId', 'number'] }));
  await Versions.removeEvery(await versionRecords(planId));
}
