import { setTimeout as sleep } from 'node:timers/promises';
import { actor, actorName } from '#functions/kernel/actor.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import type {
  Template,
  TemplateCategory,
  TemplateData,
  TemplateSort,
  TemplateWithData,
} from '#shared/model/templates.ts';
import { byName } from '../by-name.ts';
import { unpack } from './drawing.ts';
import { allTemplates, favouritesOf, findTemplate, partsOf, type StoredTemplate } from './store.ts';

/** Its maker and admins may change a template. */
export function mayEdit({ createdBy }: Pick<StoredTemplate, 'createdBy'>): boolean {
  const who = actor();
  return who.kind !== 'user' || who.role === 'admin' || createdBy === who.userId;
}

/** Private ones are for their maker and admins. */
export const mayUse = (template: StoredTemplate) => template.isPublic || mayEdit(template);

/** @throws 404 for an unknown template and, alike, for another tenant's or another user's private one */
export async function templateOr404(templateId: string): Promise<StoredTemplate> {
  const template = await findTemplate(templateId);
  if (!template || !mayUse(template)) throw notFound('The template');
  return template;
}

export function answerOf(template: StoredTemplate, favourites: ReadonlySet<string>): Template {
  const { templateId, parts: _parts, drawnIn: _drawnIn, ...fields } = template;
  return {
    ...fields,
    id: templateId,
    isFavorite: favourites.has(templateId),
    mayEdit: mayEdit(template),
  };
}

/** What a template draws; undefined while it is being rewritten. */
export async function drawingOf(template: StoredTemplate): Promise<TemplateData | undefined> {
  const parts = await partsOf(template.templateId, template.drawnIn);
  return parts.length === template.parts ? unpack(parts) : undefined;
}

/** A template with its drawing. One that is being rewritten at this moment is read again. */
export async function templateWithData(templateId: string): Promise<TemplateWithData> {
  for (let tried = 0; tried < 4; tried++) {
    const [template, favourites] = await Promise.all([templateOr404(templateId), favouritesOf(actorName())]);
    const templateData = await drawingOf(template);
    if (templateData) return { ...answerOf(template, favourites), templateData };
    await sleep(50);
  }
  throw conflict('Somebody is changing this template at this moment. Please try again.', undefined, 'busy');
}

interface ListQuery {
  page: number;
  limit: number;
  search?: string | undefined;
  category?: TemplateCategory | undefined;
  tag?: string | undefined;
  favorites?: boolean | undefined;
  sort: TemplateSort;
}

const orders: Record<TemplateSort, (a: StoredTemplate, b: StoredTemplate) => number> = {
  updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  created: (a, b) => b.createdAt.localeCompare(a.createdAt),
  usage: (a, b) => b.usageCount - a.usageCount || b.updatedAt.localeCompare(a.updatedAt),
  name: byName,
};

/** One page of the templates that the user may use; `search` matches name, description and tags. */
export async function listTemplates({ page, limit, search, category, tag, favorites, sort }: ListQuery) {
  const [all, favourites] = await Promise.all([allTemplates(), favouritesOf(actorName())]);
  const needle = search?.toLocaleLowerCase();
  const found = all
    .filter(
      (template) =>
        mayUse(template) &&
        (!category || template.category === category) &&
        (!tag || template.tags.includes(tag)) &&
        (!favorites || favourites.has(template.templateId)) &&
        (!needle ||
          [template.name, template.description, ...template.tags]
            .join('\n')
            .toLocaleLowerCase()
            .includes(needle)),
    )
    .sort(orders[sort]);
  const start = (page - 1) * limit;
  return {
    templates: found.slice(start, start + limit).map((template) => answerOf(template, favourites)),
    pagination: { page, limit, total: found.length, pages: Math.ceil(found.length / limit) },
  };
}
