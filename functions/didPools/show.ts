import { numbersThere } from '#functions/dids/api.ts';
import type { DrawnNumber } from '#functions/telephony/api.ts';
import type { Callee } from '#shared/model/did-choice.ts';
import { drawFromPools, NoNumberAvailable, poolsOfAgent, poolsOfEverybody, wouldBeDrawn } from './draw.ts';
import { drawFor, findPool, type PoolRecord } from './store.ts';

/** A number of a pool that was drawn for a text, and why. */
export interface DrawnForText {
  didId: string;
  reason: string;
}

/** Undefined where there is no pool to draw from. Where no number of theirs may be shown, it says for what each was not. */
async function drawnOf(pools: readonly PoolRecord[], callee: Callee): Promise<DrawnNumber | undefined> {
  if (pools.length === 0) return undefined;
  try {
    const { phoneNumber, reason, passedOver } = await drawFromPools(pools, callee);
    return { phoneNumber, reason, passedOver };
  } catch (error) {
    if (!(error instanceof NoNumberAvailable)) throw error;
    return {
      phoneNumber: null,
      reason: 'No number of the pools may be shown now.',
      passedOver: error.passedOver,
    };
  }
}

/** The number that is shown when an agent calls somebody, of the pools of their groups; it counts as shown. */
export const numberForAgent = (agentId: string, callee: Callee): Promise<DrawnNumber | undefined> =>
  poolsOfAgent(agentId).then((pools) => drawnOf(pools, callee));

/** The pools of a lead's owner, and where there are none, all. */
async function poolsForLead(ownerId: string | null): Promise<PoolRecord[]> {
  const own = ownerId ? await poolsOfAgent(ownerId) : [];
  return own.length > 0 ? own : poolsOfEverybody();
}

/** The same of a call that no agent makes: of the pools of the lead's owner, and where there are none, of all. */
export const numberForLead = (ownerId: string | null, callee: Callee): Promise<DrawnNumber | undefined> =>
  poolsForLead(ownerId).then((pools) => drawnOf(pools, callee));

/** The number that such a call would show now, for a dry run; undefined where there is none. */
export const numberLeadWouldSee = (ownerId: string | null, callee: Callee): Promise<string | undefined> =>
  poolsForLead(ownerId).then((pools) => wouldBeDrawn(pools, callee));

/** What was drawn for something before, where it may be shown as things are now. */
async function keptDraw(drawnFor: string, poolId: string, among: readonly string[]) {
  const { didId, reason = '' } = (await drawFor(drawnFor, poolId)) ?? {};
  const number = didId && among.includes(didId) ? (await numbersThere()).get(didId) : undefined;
  const isGood = number !== undefined && number.spamLabel !== 'flagged';
  return { didId, good: isGood ? { didId: didId!, reason } : undefined };
}

/**
 * A number of one pool for somebody who is texted, among those that may text; it counts as shown. The same text again,
 * after a wait or a kill, is given the same number, and it counts once.
 * @param drawnFor the id of the text
 * @throws NoNumberAvailable
 */
export async function numberOfPool(
  poolId: string,
  callee: Callee,
  among: readonly string[],
  drawnFor: string,
): Promise<DrawnForText> {
  const kept = await keptDraw(drawnFor, poolId, among);
  if (kept.good) return kept.good;
  const pool = await findPool(poolId);
  if (!pool?.isActive) throw new NoNumberAvailable([]);
  const dids = pool.dids.filter(({ didId }) => among.includes(didId));
  try {
    const keep = { drawnFor, poolId, replaces: kept.didId };
    const { didId, reason } = await drawFromPools([{ ...pool, dids }], callee, keep);
    return { didId, reason };
  } catch (error) {
    // Somebody else who sends the same text has drawn for it at this instant.
    const now = await keptDraw(drawnFor, poolId, among);
    if (now.good) return now.good;
    throw error;
  }
}
