import { AppError } from '#functions/kernel/errors.ts';
import type { DrawnNumber } from '#functions/telephony/api.ts';
import type { Callee } from '#shared/model/did-choice.ts';
import { drawDid, drawFromPools, poolsOfAgent, poolsOfEverybody } from './draw.ts';

/** Undefined where no number is available: then the caller shows what it would without pools. */
async function orNone(work: Promise<DrawnNumber>): Promise<DrawnNumber | undefined> {
  try {
    const { phoneNumber, reason } = await work;
    return { phoneNumber, reason };
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_number_available') return undefined;
    throw error;
  }
}

/** The number that is shown when an agent calls somebody, of the pools of their groups; it counts as shown. */
export const numberForAgent = (agentId: string, callee: Callee): Promise<DrawnNumber | undefined> =>
  orNone(drawDid(agentId, callee));

/** The same of a call that no agent makes: of the pools of the lead's owner, and where there are none, of all. */
export async function numberForLead(
  ownerId: string | null,
  callee: Callee,
): Promise<DrawnNumber | undefined> {
  const own = ownerId ? await poolsOfAgent(ownerId) : [];
  return orNone(drawFromPools(own.length > 0 ? own : await poolsOfEverybody(), callee));
}
