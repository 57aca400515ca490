import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { listTemplates, templateWithData } from './read.ts';
import {
  createTemplate,
  duplicateTemplate,
  removeTemplate,
  takeTemplate,
  updateTemplate,
} from './use-cases.ts';

const r = routesOf(content);

export const templates = {
  listTemplates: r.listTemplates.handler(({ input }) => listTemplates(input)),
  createTemplate: r.createTemplate.handler(({ input }) => createTemplate(input)),
  getTemplate: r.getTemplate.handler(({ input }) => templateWithData(input.id)),
  updateTemplate: r.updateTemplate.handler(({ input: { id, ...change } }) => updateTemplate(id, change)),
  removeTemplate: r.removeTemplate.handler(async ({ input }) => {
    await removeTemplate(input.id);
    return { message: 'Template deleted.' };
  }),
  duplicateTemplate: r.duplicateTemplate.handler(({ input }) => duplicateTemplate(input.id, input.name)),
  takeTemplate: r.takeTemplate.handler(({ input }) => takeTemplate(input.id)),
};
