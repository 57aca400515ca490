import { routesOf } from '#functions/kernel/http.ts';
import { tenants } from '#shared/api/tenants.ts';
import { createTenantFor } from './create.ts';
import { getTenant } from './read.ts';
import { getContexts, setContexts, updateTenant } from './settings.ts';

const r = routesOf(tenants);

export const routes = r.router({
  create: r.create.handler(({ input }) => createTenantFor(input)),
  get: r.get.handler(({ input }) => getTenant(input.id)),
  update: r.update.handler(({ input: { id, version, ...settings } }) => updateTenant(id, settings, version)),
  contexts: r.contexts.handler(() => getContexts()),
  setContexts: r.setContexts.handler(({ input }) => setContexts(input.contexts, input.version)),
});
