import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { dialPlanSummary, type PlanConfig } from '#shared/model/dialplan/plan.ts';

/** What lists show of a plan; its drawing lies beside it, so that a list of plans does not read them all. */
const Plans = entity('dialPlan', {
  fields: dialPlanSummary
    .omit({
      id: true,
      isActive: true,
      deployedAt: true,
      deployedVersion: true,
      deployedNumber: true,
      goesOnIn: true,
    })
    .extend({
      planId: z.string(),
      /** The IVR menus that its drawing names. */
      menuIds: z.array(z.string()),
      /** The recordings that it names; an earlier version did not note them. */
      recordingIds: z.array(z.string()).default([]),
      /** Other plans in which calls go on by it; an earlier version had none. */
      jumpsTo: z.array(z.string()).default([]),
    }),
  key: { partition: [], sort: ['planId'] },
});
export type PlanRecord = Stored<typeof Plans>;

/** A plan's drawing as JSON: its length is what the contract measures, and below an item's 400 kB. */
const Drawings = entity('dialPlanDrawing', {
  fields: z.object({ planId: z.string(), config: z.string() }),
  key: { partition: ['planId'], sort: [] },
});

export const changedSince = changedSinceOpened('plan');

export const everyPlan = (): Promise<PlanRecord[]> => Plans.all('key');
export const findPlan = (planId: string): Promise<PlanRecord | undefined> => Plans.find({ planId });

/** The drawing of a plan; undefined where the plan is gone. */
export async function drawingOf(planId: string): Promise<PlanConfig | undefined> {
  const found = await Drawings.find({ planId });
  return found && (JSON.parse(found.config) as PlanConfig);
}

/**
 * The writes of a plan: new when `before` is undefined, else refused when it has changed since.
 * @param config null leaves its drawing as it is
 */
export const planWrites = (
  before: PlanRecord | undefined,
  after: PlanRecord,
  config: PlanConfig | null,
): object[] => [
  before ? Plans.put(after, ifVersion(before.version, changedSince)) : Plans.insert(after),
  ...(config ? [Drawings.put({ planId: after.planId, config: JSON.stringify(config) })] : []),
];

export const planRemoval = ({ planId, version }: PlanRecord): object[] => [
  Plans.remove({ planId }, ifVersion(version, changedSince)),
  Drawings.remove({ planId }),
];
