import * as z from 'zod';
import {
  canvasBackground,
  canvasSize,
  contentDescription,
  contentLimits,
  contentName,
  contentTags,
  element,
  entityId,
  mediaUrl,
  project,
  timestamp,
} from './content.ts';

/** What a person chooses from (specification, sections 3 and 9). */
export const templateCategories = [
  'welcome_screen',
  'announcement',
  'celebration',
  'promotion',
  'informational',
  'emergency',
  'seasonal',
  'custom',
] as const;

/** 'quick' is the category of templates that were saved with one click. */
export const storedTemplateCategories = [...templateCategories, 'quick'] as const;
export type TemplateCategory = (typeof storedTemplateCategories)[number];

/** Newest change, newest, most used and A to Z come first. */
export const templateSorts = ['updated', 'created', 'usage', 'name'] as const;
export type TemplateSort = (typeof templateSorts)[number];

/** As a client sends it back: ids and versions are of no meaning, each use gives the elements new ones. */
const templateElement = element.extend({ id: entityId.optional(), version: z.number().int().optional() });

export const templateData = z.strictObject({
  elements: z.array(templateElement).max(contentLimits.elementsPerTemplate),
  canvasBackground,
  pages: project.shape.pages,
});
export type TemplateData = z.output<typeof templateData>;

/** What its maker says about a template. */
export const templateFields = z.strictObject({
  name: contentName,
  description: contentDescription,
  category: z.enum(storedTemplateCategories),
  tags: contentTags,
  /** Available to all users of the tenant; otherwise to its maker and to admins. */
  isPublic: z.boolean(),
  canvasSize,
  /** A picture given by its maker; null where the scene draws one. */
  previewImage: mediaUrl.nullable(),
  variables: project.shape.variables,
});
export type TemplateFields = z.output<typeof templateFields>;

/** The same for a new one. Apart from it: a default would fill in what a change leaves out. */
export const newTemplateFields = z.strictObject({
  name: templateFields.shape.name,
  description: contentDescription.default(''),
  category: templateFields.shape.category.default('custom'),
  tags: contentTags.default([]),
  isPublic: z.boolean().default(false),
  canvasSize: canvasSize.default({ width: 1920, height: 1080 }),
  previewImage: templateFields.shape.previewImage.default(null),
  variables: templateFields.shape.variables.default([]),
});

/** A template in a list; one alone has its `templateData` besides. */
export const template = templateFields.extend({
  id: entityId,
  /** Of the user who asks. */
  isFavorite: z.boolean(),
  usageCount: z.number().int().min(0),
  elementCount: z.number().int().min(0),
  /** Whether the user who asks may change or remove it. */
  mayEdit: z.boolean(),
  createdBy: z.string(),
  version: z.number().int().min(1),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Template = z.output<typeof template>;

export const templateWithData = template.extend({ templateData });
export type TemplateWithData = z.output<typeof templateWithData>;
