import { z } from 'zod';
import { bucket } from '#functions/kernel/bucket.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { versionRemoval } from './version-store.ts';

/** A text of a plan's, whose file lies in the bucket. */
const deployedText = z.object({
  /** Of the file, in hex. */
  sha256: z.string(),
  /** Of the drawing that it was made of. */
  planVersion: z.number().int(),
  at: z.string(),
  /** What it plays, of its menus too; an earlier version played none. */
  recordingIds: z.array(z.string()).default([]),
  /** Other plans in which calls go on; in the second those before which nobody has to do anything. */
  jumpsTo: z.array(z.string()).default([]),
  goesOnIn: z.array(z.string()).default([]),
  /** Which of the plan's versions it is; left out by an earlier version of the product, which kept none. */
  number: z.number().int().optional(),
  /** Whether that version was made for it, and is none where the exchange does not come to take calls by it. */
  isPinned: z.boolean().optional(),
});
export type DeployedText = z.output<typeof deployedText>;

/**
 * What an exchange is to take calls by. `pending` is written before the exchange is told anything, so that whoever is
 * killed then leaves something to go on with.
 */
const Deployments = entity('dialPlanDeployment', {
  fields: z.object({
    planId: z.string(),
    serving: deployedText.nullable(),
    pending: deployedText.nullable(),
    /** Why the last one did not come about. */
    trouble: z.string().nullable(),
    /** Versions that were made so far: the next one's number is one more. */
    versions: z.number().int().default(0),
    version: z.number().int(),
  }),
  key: { partition: [], sort: ['planId'] },
});
export type Deployment = Stored<typeof Deployments>;

export const everyDeployment = (): Promise<Deployment[]> => Deployments.all('key');

const nothingYet = (planId: string): Deployment => ({
  planId,
  serving: null,
  pending: null,
  trouble: null,
  versions: 0,
  version: 0,
});

/** How a plan stands on the exchange; of one that was never deployed, as nothing. */
export const deploymentOf = async (planId: string): Promise<Deployment> =>
  (await Deployments.find({ planId })) ?? nothingYet(planId);

export const deployedMeanwhile = conflict(
  'The plan is being deployed by somebody else right now.',
  undefined,
  'deploying',
);

/**
 * The writes of a change; refused with `deployedMeanwhile` when somebody else was quicker. A version that was made for
 * a text which no exchange took calls by goes with it.
 */
export function deploymentWrites(before: Deployment, changes: Partial<Deployment>): object[] {
  const after = { ...before, ...changes, version: before.version + 1 };
  const { pending } = before;
  const isKept = [after.serving, after.pending].some((text) => text?.number === pending?.number);
  const gone = pending?.isPinned && pending.number && !isKept ? pending.number : undefined;
  return [
    Deployments.put(after, ifVersion(before.version, deployedMeanwhile)),
    ...(gone ? versionRemoval(before.planId, gone) : []),
  ];
}

export const deploymentRemoval = (planId: string): object => Deployments.remove({ planId });

/** Where a text's file lies in the bucket's area `plans`. */
export const planFileKey = (planId: string, sha256: string): string => `${planId}/${sha256}.json`;

/** Takes the files away that no exchange is to fetch any more. */
export async function removeOtherFiles({ planId, serving, pending }: Deployment): Promise<void> {
  const kept = [serving, pending].flatMap((text) => (text ? [planFileKey(planId, text.sha256)] : []));
  for (const key of await bucket('plans').list(`${planId}/`))
    if (!kept.includes(key)) await bucket('plans').remove(key);
}
