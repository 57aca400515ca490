import { z } from 'zod';
import { contentLimits, contentName } from '../model/content.ts';
import {
  newTemplateFields,
  storedTemplateCategories,
  template,
  templateData,
  templateSorts,
  templateWithData,
} from '../model/templates.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';

const templateId = id('tpl');

/** Reusable drawings: `/content/templates`. */
export const templates = {
  listTemplates: route('GET', '/content/templates', 'signTemplates.view', 'Templates that the user may use')
    .input(
      z.strictObject({
        ...pageQuery(24, 100),
        search: z.string().trim().max(100).optional(),
        category: z.enum(storedTemplateCategories).optional(),
        tag: z.string().trim().max(contentLimits.tagLength).optional(),
        favorites: z.stringbool().optional().describe("only the user's favourites"),
        sort: z.enum(templateSorts).default('updated'),
      }),
    )
    .output(z.object({ templates: z.array(template), pagination: pageInfo })),
  createTemplate: route('POST', '/content/templates', 'signTemplates.edit', 'Save a template', {
    status: 201,
  })
    .input(newTemplateFields.extend({ templateData, isFavorite: z.boolean().optional() }))
    .output(templateWithData),
  getTemplate: route(
    'GET',
    '/content/templates/{id}',
    'signTemplates.view',
    'One template with what it draws',
  )
    .input(z.strictObject({ id: templateId }))
    .output(templateWithData),
  updateTemplate: route(
    'PUT',
    '/content/templates/{id}',
    'signTemplates.edit',
    'Change a template. The whole of it may be sent; what the server keeps itself is then passed over',
  )
    .input(templateWithData.partial().extend({ id: templateId }))
    .output(template),
  removeTemplate: route('DELETE', '/content/templates/{id}', 'signTemplates.edit', 'Remove a template')
    .input(z.strictObject({ id: templateId }))
    .output(message),
  duplicateTemplate: route(
    'POST',
    '/content/templates/{id}/duplicate',
    'signTemplates.edit',
    'Copy a template',
    {
      status: 201,
    },
  )
    .input(z.strictObject({ id: templateId, name: contentName.optional() }))
    .output(templateWithData),
  takeTemplate: route(
    'POST',
    '/content/templates/{id}/use',
    'signTemplates.view',
    'One template to be drawn from; the use is counted',
  )
    .input(z.strictObject({ id: templateId }))
    .output(templateWithData),
};
