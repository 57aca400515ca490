import { routesOf } from '#functions/kernel/http.ts';
import { apiKeys } from '#shared/api/api-keys.ts';
import { createKey, listKeys, revokeKey, rotateKey, updateKey } from './manage.ts';

const r = routesOf(apiKeys);

export const routes = r.router({
  list: r.list.handler(async () => ({ keys: await listKeys() })),
  create: r.create.handler(({ input }) => createKey(input)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateKey(id, changes, version)),
  rotate: r.rotate.handler(({ input }) => rotateKey(input.id, input.overlapDays)),
  revoke: r.revoke.handler(({ input }) => revokeKey(input.id)),
});
