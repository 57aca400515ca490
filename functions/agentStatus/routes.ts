import { currentUser } from '#functions/kernel/actor.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { agentStatus } from '#shared/api/agent-status.ts';
import {
  clearCache,
  createConfig,
  getConfig,
  listConfigs,
  listIngroups,
  removeConfig,
  updateConfig,
  updateIngroup,
} from './configs.ts';
import { setStatusOf, setStatusOfAgent, statusOfAgent, statusWithChoices } from './present.ts';
import { cacheStatus } from './resolve.ts';
import { listChanges, statistics } from './stats.ts';
import { configsThere } from './store.ts';
import { tryConfig } from './try-config.ts';

const r = routesOf(agentStatus, { lookUps: { agentStatusConfig: configsThere } });

export const routes = r.router({
  list: r.list.handler(listConfigs),
  create: r.create.handler(({ input }) => createConfig(input)),
  ingroups: r.ingroups.handler(async () => ({ ingroups: await listIngroups() })),
  updateIngroup: r.updateIngroup.handler(({ input: { id, ...changes } }) => updateIngroup(id, changes)),
  logs: r.logs.handler(({ input }) => listChanges(input)),
  stats: r.stats.handler(({ input }) => statistics(input)),
  clearCache: r.clearCache.handler(async () => {
    await clearCache();
    return { message: 'Every config is read again.' };
  }),
  cacheStatus: r.cacheStatus.handler(cacheStatus),
  get: r.get.handler(({ input }) => getConfig(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateConfig(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removeConfig(input.id)}” has been removed.`,
  })),
  test: r.test.handler(({ input }) => tryConfig(input.id, input.agentId)),
  mine: r.mine.handler(() => statusWithChoices(currentUser().userId)),
  setMine: r.setMine.handler(({ input }) => setStatusOf(currentUser().userId, input.status, 'self')),
  getOf: r.getOf.handler(({ input }) => statusOfAgent(input.userId)),
  setOf: r.setOf.handler(({ input }) => setStatusOfAgent(input.userId, input.status)),
});
