import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { savedWalk } from '#shared/model/dialplan/saved-walk.ts';

const Walks = entity('dialPlanWalk', {
  fields: savedWalk.omit({ id: true }).extend({ planId: z.string(), walkId: z.string() }),
  key: { partition: ['planId'], sort: ['walkId'] },
});
export type WalkRecord = Stored<typeof Walks>;

/** In the order in which they were saved. */
export const walksOf = (planId: string): Promise<WalkRecord[]> => Walks.all('key', { planId });
export const findWalk = (planId: string, walkId: string) => Walks.find({ planId, walkId });
export const walkWrite = (walk: WalkRecord): object => Walks.put(walk);
export const walkRemoval = (planId: string, walkId: string): object => Walks.remove({ planId, walkId });

/** Of a plan that is removed. */
export const removeWalks = async (planId: string): Promise<void> => Walks.removeEvery(await walksOf(planId));
