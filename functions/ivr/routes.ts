import { routesOf } from '#functions/kernel/http.ts';
import { extensionsThere, queuesThere } from '#functions/pbx/api.ts';
import { recordingsThere } from '#functions/recordings/api.ts';
import { ivr } from '#shared/api/ivr.ts';
import { ivrMenu } from '#shared/model/ivr.ts';
import { createMenu, getMenu, listMenus, removeMenu, updateMenu } from './menus.ts';

const r = routesOf(ivr, {
  lookUps: { queue: queuesThere, extension: extensionsThere, recording: recordingsThere },
  // A menu whose queue was removed can still be changed.
  kept: async ({ id }) =>
    typeof id === 'string' ? { schema: ivrMenu, value: await getMenu(id) } : undefined,
});

export const routes = r.router({
  list: r.list.handler(({ input }) => listMenus(input.search)),
  create: r.create.handler(({ input }) => createMenu(input)),
  get: r.get.handler(({ input }) => getMenu(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateMenu(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { name } = await removeMenu(input.id);
    return { message: `“${name}” has been removed.` };
  }),
});
