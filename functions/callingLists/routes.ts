import { routesOf } from '#functions/kernel/http.ts';
import { usersThere } from '#functions/users/api.ts';
import { callingLists } from '#shared/api/calling-lists.ts';
import { callingList } from '#shared/model/calling-list.ts';
import { nextLead } from './draw.ts';
import { createList, listOr404, removeList, updateList, view, visibleLists } from './lists.ts';
import { progressOf } from './progress.ts';
import { noteResult } from './results.ts';
import { findList } from './store.ts';

const r = routesOf(callingLists, {
  lookUps: { user: usersThere },
  // Somebody who has left the team since may stay on a list that is changed otherwise.
  kept: async ({ id }) => ({ schema: callingList, value: id ? await findList(String(id)) : undefined }),
});

export const routes = r.router({
  list: r.list.handler(({ input }) => visibleLists(input.search)),
  create: r.create.handler(({ input }) => createList(input)),
  get: r.get.handler(async ({ input }) => view(await listOr404(input.id))),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateList(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { name } = await removeList(input.id);
    return { message: `“${name}” has been removed.` };
  }),
  progress: r.progress.handler(async ({ input }) => {
    await listOr404(input.id);
    return progressOf(input.id);
  }),
  next: r.next.handler(({ input }) => nextLead(input.id)),
  result: r.result.handler(({ input: { id, leadId, result, callbackAt } }) =>
    noteResult(id, leadId, result, callbackAt),
  ),
});
