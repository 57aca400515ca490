import { routesOf } from '#functions/kernel/http.ts';
import { reportTemplates } from '#shared/api/report-templates.ts';
import { executeTemplate } from './execute.ts';
import { planTemplate } from './schedule.ts';
import {
  createTemplate,
  getTemplate,
  listTemplates,
  removeTemplate,
  starTemplate,
  updateTemplate,
} from './templates.ts';

const r = routesOf(reportTemplates);

export const routes = r.router({
  list: r.list.handler(({ input }) => listTemplates(input)),
  create: r.create.handler(({ input }) => createTemplate(input)),
  get: r.get.handler(({ input }) => getTemplate(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateTemplate(id, changes, version)),
  star: r.star.handler(({ input }) => starTemplate(input.id, input.starred)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removeTemplate(input.id)}” has been removed.`,
  })),
  execute: r.execute.handler(({ input: { id, ...asked } }) => executeTemplate(id, asked)),
  schedule: r.schedule.handler(({ input: { id, ...fields } }) => planTemplate(id, fields)),
});
