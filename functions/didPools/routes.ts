import { agentGroupsThere } from '#functions/agentGroups/api.ts';
import { didsThere, numbersThere, placeOfNumber } from '#functions/dids/api.ts';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { usable } from '#functions/leads/api.ts';
import { findExtension } from '#functions/pbx/api.ts';
import { findUser } from '#functions/users/api.ts';
import { didPools } from '#shared/api/did-pools.ts';
import { availableFor, drawDid, poolStats } from './draw.ts';
import {
  addDids,
  assignGroup,
  createPool,
  getPool,
  listPools,
  removeDids,
  removePool,
  updatePool,
} from './pools.ts';
import { everyPool, findPool, storedPool } from './store.ts';

const r = routesOf(didPools, {
  lookUps: { did: didsThere, agentGroup: agentGroupsThere },
  // A number may have been given back since, or a group removed.
  kept: async ({ id }) => ({ schema: storedPool, value: id ? await findPool(String(id)) : undefined }),
});

interface Numbered {
  phoneNumber: string;
  label: string;
}

function shownNumber(id: string, { phoneNumber, label }: Numbered) {
  const { areaCode, state } = placeOfNumber(phoneNumber);
  return { id, phoneNumber, label, areaCode, state };
}

/** Whose numbers are asked for, by the user or their extension. @throws 404; 403 for a colleague's */
async function agentOf(id: string): Promise<string> {
  const userId = id.startsWith('ext_') ? (await findExtension(id))?.userId : (await findUser(id))?.userId;
  if (seesOwnLeadsOnly() && userId !== currentUser().userId)
    throw forbidden('Access denied. You can do this for yourself only.');
  if (!userId) throw notFound(id.startsWith('ext_') ? 'The agent of the extension' : 'The agent');
  return userId;
}

async function next(extensionId: string, leadId: string) {
  const lead = await usable(leadId);
  const userId = await agentOf(extensionId);
  const phone = lead.phones[0]?.number;
  if (!phone) throw badRequest('The lead has no phone number.', { field: 'leadId' });
  const drawn = await drawDid(userId, { phone, state: lead.address.state });
  const { didId, phoneNumber, poolId, reason, passedOver } = drawn;
  const label = (await numbersThere()).get(didId)?.label ?? '';
  return { did: shownNumber(didId, { phoneNumber, label }), phoneNumber, poolId, reason, passedOver };
}

async function available(id: string) {
  const [numbers, found] = [await numbersThere(), await availableFor(await agentOf(id))];
  const dids = found.flatMap(({ didId, ...use }) => {
    const number = numbers.get(didId);
    return number ? [{ ...shownNumber(didId, number), ...use }] : [];
  });
  return { dids: dids.sort((one, other) => (one.phoneNumber < other.phoneNumber ? -1 : 1)) };
}

async function unpooled() {
  const [numbers, pools] = await Promise.all([numbersThere(), everyPool()]);
  const pooled = new Set(pools.flatMap(({ dids }) => dids.map(({ didId }) => didId)));
  const dids = [...numbers]
    .filter(([didId, { isActive }]) => isActive && !pooled.has(didId))
    .map(([didId, number]) => shownNumber(didId, number));
  return { dids: dids.sort((one, other) => (one.phoneNumber < other.phoneNumber ? -1 : 1)) };
}

/** @throws 404 */
async function assertGroup(groupId: string): Promise<void> {
  if ((await agentGroupsThere([groupId])).length === 0) throw notFound('The group');
}

export const routes = r.router({
  list: r.list.handler(({ input }) => listPools(input.search)),
  create: r.create.handler(({ input }) => createPool(input)),
  stats: r.stats.handler(async () => ({ pools: await poolStats() })),
  get: r.get.handler(({ input }) => getPool(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updatePool(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removePool(input.id)}” has been removed. Its numbers stay.`,
  })),
  addDids: r.addDids.handler(({ input: { id, didIds, weight } }) => addDids(id, didIds, weight)),
  removeDids: r.removeDids.handler(({ input: { id, didIds } }) => removeDids(id, didIds)),
  assign: r.assign.handler(async ({ input: { poolId, groupId } }) => {
    await assertGroup(groupId);
    return assignGroup(poolId, groupId, true);
  }),
  unassign: r.unassign.handler(({ input: { poolId, groupId } }) => assignGroup(poolId, groupId, false)),
  nextDid: r.nextDid.handler(({ input }) => next(input.agentExtensionId, input.leadId)),
  availableOfAgent: r.availableOfAgent.handler(({ input }) => available(input.id)),
  unpooled: r.unpooled.handler(() => unpooled()),
});
