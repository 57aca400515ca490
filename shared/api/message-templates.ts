import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { messageChannels, messageTemplate, templateLimits } from '../model/message-template.ts';
import { id, message, route } from './contract.ts';

const templateId = id('mtp');
const categoryId = id('mtc');
const version = z.number().int().optional().describe('refused when it has changed since');

const fields = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name.').max(templateLimits.name),
  channel: z.enum(messageChannels),
  categoryId: categoryId.nullable().default(null),
  subject: z.string().trim().max(templateLimits.subject).default('').describe('of a mail'),
  body: z.string().min(1, 'Please enter a text.').max(templateLimits.email),
  isActive: z.boolean().default(true),
});

const category = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  templates: z.number().int().describe('how many are in it'),
  version: z.number().int(),
});
const categoryFields = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name.').max(60),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'A colour is # and 6 hex digits.')
    .default('#868e96'),
});

const rendered = z.object({
  subject: z.string(),
  body: z.string(),
  segments: z
    .object({
      count: z.number().int(),
      encoding: z.enum(['GSM-7', 'UCS-2']),
      characters: z.number().int(),
      perSegment: z.number().int(),
    })
    .nullable()
    .describe('of a text message'),
});

export const messageTemplates = {
  list: route('GET', '/templates', 'templates.view', 'Templates for texts and mails, by name')
    .input(
      z.strictObject({
        channel: z.enum(messageChannels).optional(),
        categoryId: categoryId.optional(),
        search: z.string().trim().max(100).optional(),
      }),
    )
    .output(z.object({ templates: z.array(messageTemplate) })),
  create: route('POST', '/templates', 'templates.edit', 'Add a template', { status: 201 })
    .input(fields)
    .output(messageTemplate),
  categories: route('GET', '/templates/categories', 'templates.view', 'The categories of templates')
    .input(z.strictObject({}))
    .output(z.object({ categories: z.array(category) })),
  createCategory: route('POST', '/templates/categories', 'templates.manage', 'Add a category', {
    status: 201,
  })
    .input(categoryFields)
    .output(category),
  updateCategory: route('PUT', '/templates/categories/{id}', 'templates.manage', 'Change a category')
    .input(changesOf(categoryFields).extend({ id: categoryId, version }))
    .output(category),
  removeCategory: route(
    'DELETE',
    '/templates/categories/{id}',
    'templates.manage',
    'Remove a category; its templates stay without one',
  )
    .input(z.strictObject({ id: categoryId }))
    .output(message),
  get: route('GET', '/templates/{id}', 'templates.view', 'One template')
    .input(z.strictObject({ id: templateId }))
    .output(messageTemplate),
  update: route('PUT', '/templates/{id}', 'templates.edit', 'Change a template')
    .input(changesOf(fields).extend({ id: templateId, version }))
    .output(messageTemplate),
  remove: route('DELETE', '/templates/{id}', 'templates.delete', 'Remove a template')
    .input(z.strictObject({ id: templateId }))
    .output(message),
  preview: route('POST', '/templates/preview', 'templates.view', 'Render a text that is not saved yet', {
    afterTrial: true,
  })
    .input(
      z.strictObject({
        channel: z.enum(messageChannels),
        subject: z.string().max(templateLimits.subject).default(''),
        body: z.string().max(templateLimits.email),
        leadId: id('led').optional(),
      }),
    )
    .output(rendered),
  render: route(
    'POST',
    '/templates/{id}/render',
    'templates.view',
    'A template with the values of a lead put in',
    { afterTrial: true },
  )
    .input(
      z.strictObject({
        id: templateId,
        leadId: id('led').optional().describe('a sample lead when left out'),
        data: z
          .record(z.string().max(40), z.record(z.string().max(40), z.unknown()))
          .optional()
          .describe('values that come before those of the lead'),
      }),
    )
    .output(rendered),
  clone: route('POST', '/templates/{id}/clone', 'templates.edit', 'A copy of a template', { status: 201 })
    .input(
      z.strictObject({ id: templateId, name: z.string().trim().min(1).max(templateLimits.name).optional() }),
    )
    .output(messageTemplate),
  usage: route('GET', '/templates/{id}/usage', 'templates.view', 'How often a template was sent, by day')
    .input(z.strictObject({ id: templateId, days: z.coerce.number().int().min(1).max(366).default(30) }))
    .output(
      z.object({
        total: z.number().int(),
        lastUsedAt: z.string().nullable(),
        days: z.array(z.object({ date: z.string(), count: z.number().int() })),
      }),
    ),
};
