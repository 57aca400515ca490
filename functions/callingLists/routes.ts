import { agentGroupsThere } from '#functions/agentGroups/api.ts';
import { endWrapUp } from '#functions/agentStatus/api.ts';
import { didsThere } from '#functions/dids/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { scriptsThere } from '#functions/scripts/api.ts';
import { usersThere } from '#functions/users/api.ts';
import { callingLists } from '#shared/api/calling-lists.ts';
import { callingList } from '#shared/model/calling-list.ts';
import { pauseDialling, readinessFor, sayReady } from './dialler/readiness.ts';
import { nextLead } from './draw.ts';
import { createList, listOr404, removeList, updateList, view, visibleLists } from './lists.ts';
import { progressOf } from './progress.ts';
import { noteResult } from './results.ts';
import { findList } from './store.ts';

const r = routesOf(callingLists, {
  lookUps: { user: usersThere, agentGroup: agentGroupsThere, did: didsThere, script: scriptsThere },
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
  readiness: r.readiness.handler(({ input }) => readinessFor(input.id)),
  ready: r.ready.handler(({ input }) => sayReady(input.id)),
  pause: r.pause.handler(({ input }) => pauseDialling(input.id)),
  result: r.result.handler(async ({ input: { id, leadId, result, callbackAt } }) => {
    const noted = await noteResult(id, leadId, result, callbackAt);
    // Who is dialled for and has said how the call ended is through with it before the wrap-up's time is over.
    if ((await readinessFor(id)).isReady) await endWrapUp(currentUser().userId);
    return noted;
  }),
});
