import { routesOf } from '#functions/kernel/http.ts';
import { usersThere } from '#functions/users/api.ts';
import { agentGroups } from '#shared/api/agent-groups.ts';
import {
  addAgents,
  createGroup,
  getGroup,
  listGroups,
  removeAgents,
  removeGroup,
  updateGroup,
} from './groups.ts';
import { findGroup, storedGroup } from './store.ts';

const r = routesOf(agentGroups, {
  lookUps: { user: usersThere },
  // Somebody may have left the users since.
  kept: async ({ id }) => ({ schema: storedGroup, value: id ? await findGroup(String(id)) : undefined }),
});

export const routes = r.router({
  list: r.list.handler(({ input }) => listGroups(input)),
  create: r.create.handler(({ input }) => createGroup(input)),
  get: r.get.handler(({ input }) => getGroup(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateGroup(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removeGroup(input.id)}” has been removed. Its agents stay.`,
  })),
  addAgents: r.addAgents.handler(({ input: { id, agentIds, role } }) => addAgents(id, agentIds, role)),
  removeAgents: r.removeAgents.handler(({ input: { id, agentIds } }) => removeAgents(id, agentIds)),
});
