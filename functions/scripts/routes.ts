import { discreet } from '#functions/calls/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { scripts } from '#shared/api/scripts.ts';
import { createScript, listScripts, removeScript, scriptOr404, updateScript, view } from './manage.ts';
import { keepAnswers, scriptFor, stepsFor } from './speak.ts';

const r = routesOf(scripts);

export const routes = r.router({
  list: r.list.handler(({ input }) => listScripts(input.search)),
  create: r.create.handler(({ input }) => createScript(input)),
  preview: r.preview.handler(async ({ input }) => ({ steps: await stepsFor(input.steps, input.leadId) })),
  get: r.get.handler(async ({ input }) => view(await scriptOr404(input.id))),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateScript(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removeScript(input.id)}” has been removed.`,
  })),
  speak: r.speak.handler(({ input }) => scriptFor(input.id, input.leadId)),
  answer: r.answer.handler(async ({ input: { id, callId, answers } }) => {
    const call = await keepAnswers(id, callId, answers);
    return (await discreet([call]))[0]!;
  }),
});
