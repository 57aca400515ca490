import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { type PassedOver, passedOver } from '#shared/model/did-pool.ts';

/**
 * What a call's number was preferred to. Beside the call and not in it, which is written again with each of its events;
 * only of a call whose number was drawn from a pool and where another was passed over.
 */
const NumberDraws = entity('callNumberDraw', {
  fields: z.object({ callId: z.string(), passedOver: z.array(passedOver) }),
  key: { partition: ['callId'], sort: [] },
});

export const numberDrawWrites = (callId: string, passedOver: readonly PassedOver[] = []): object[] =>
  passedOver.length > 0 ? [NumberDraws.put({ callId, passedOver: [...passedOver] })] : [];

/** The numbers that could not be shown when a call's was drawn, at most `mostPassedOver`. */
export const passedOverFor = async (callId: string): Promise<PassedOver[]> =>
  (await NumberDraws.find({ callId }))?.passedOver ?? [];
