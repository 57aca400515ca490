import { clock } from '#functions/kernel/clock.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { messageTemplates } from '#shared/api/message-templates.ts';
import { createCategory, listCategories, removeCategory, updateCategory } from './categories.ts';
import {
  cloneTemplate,
  createTemplate,
  listTemplates,
  removeTemplate,
  templateById,
  updateTemplate,
  view,
} from './manage.ts';
import { renderFor } from './render.ts';
import { usesOf } from './store.ts';

const r = routesOf(messageTemplates);
const dayMs = 86_400_000;

export const routes = r.router({
  list: r.list.handler(({ input }) => listTemplates(input)),
  create: r.create.handler(({ input }) => createTemplate(input)),
  categories: r.categories.handler(async () => ({ categories: await listCategories() })),
  createCategory: r.createCategory.handler(({ input }) => createCategory(input)),
  updateCategory: r.updateCategory.handler(({ input: { id, version, ...changes } }) =>
    updateCategory(id, changes, version),
  ),
  removeCategory: r.removeCategory.handler(async ({ input }) => {
    await removeCategory(input.id);
    return { message: 'The category has been removed; its templates are still there.' };
  }),
  get: r.get.handler(async ({ input }) => view(await templateById(input.id))),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateTemplate(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    await removeTemplate(input.id);
    return { message: 'The template has been removed.' };
  }),
  preview: r.preview.handler(({ input: { channel, subject, body, leadId } }) =>
    renderFor(channel, subject, body, leadId),
  ),
  render: r.render.handler(async ({ input: { id, leadId, data } }) => {
    const { channel, subject, body } = await templateById(id);
    return renderFor(channel, subject, body, leadId, data);
  }),
  clone: r.clone.handler(({ input }) => cloneTemplate(input.id, input.name)),
  usage: r.usage.handler(async ({ input: { id, days } }) => {
    await templateById(id);
    return usesOf(id, new Date(clock.now() - (days - 1) * dayMs).toISOString().slice(0, 10));
  }),
});
