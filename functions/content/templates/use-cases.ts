import { isDeepStrictEqual } from 'node:util';
import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { contentLimits, type ProjectFields } from '#shared/model/content.ts';
import { pagesField } from '#shared/model/pages.ts';
import {
  type Template,
  type TemplateData,
  type TemplateFields,
  type TemplateWithData,
  templateFields,
} from '#shared/model/templates.ts';
import { createProject } from '../projects/write.ts';
import { pack } from './drawing.ts';
import { answerOf, mayEdit, templateOr404, templateWithData } from './read.ts';
import {
  changeTemplate,
  countUse,
  deleteTemplate,
  favouritesOf,
  insertTemplate,
  type StoredTemplate,
  setFavourite,
  writeParts,
} from './store.ts';

type NewTemplate = TemplateFields & { templateData: TemplateData; isFavorite?: boolean | undefined };

export async function createTemplate({
  templateData,
  isFavorite,
  ...fields
}: NewTemplate): Promise<TemplateWithData> {
  const parts = await pack(templateData);
  const templateId = newId('tpl');
  const at = clock.iso();
  const template: StoredTemplate = {
    ...fields,
    templateId,
    tags: [...new Set(fields.tags)],
    usageCount: 0,
    elementCount: templateData.elements.length,
    parts: parts.length,
    drawnIn: 1,
    createdBy: actorName(),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  await commit(
    insertTemplate(template),
    writeParts(templateId, parts, 1),
    event('content.template.created', templateId, { templateId, name: fields.name }),
  );
  if (isFavorite) await setFavourite(actorName(), templateId, true);
  return templateWithData(templateId);
}

type Change = Partial<TemplateFields> & {
  templateData?: TemplateData | undefined;
  isFavorite?: boolean | undefined;
  version?: number | undefined;
};

const fieldNames = Object.keys(templateFields.shape) as (keyof TemplateFields)[];

/**
 * Changes a template. A client may send the whole of one with a single thing changed, as the specification's does
 * to flip its favourite: only what differs from the present state is written, and a favourite, which belongs to
 * the user, is no change of the template at all.
 * @throws 403 for a change by somebody who neither made it nor is an admin; 409 when `version` is old
 */
export async function updateTemplate(templateId: string, change: Change): Promise<Template> {
  const before = await templateWithData(templateId);
  const { isFavorite, templateData, version } = change;
  const changed: string[] = fieldNames.filter(
    (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], before[name]),
  );
  const drawing =
    templateData && !isDeepStrictEqual(plain(templateData), plain(before.templateData))
      ? templateData
      : undefined;
  if (drawing) changed.push('templateData');
  if (changed.length > 0) await write(templateId, before, change, drawing, changed, version);
  if (isFavorite !== undefined && isFavorite !== before.isFavorite)
    await setFavourite(actorName(), templateId, isFavorite);
  return answerOf(await templateOr404(templateId), await favouritesOf(actorName()));
}

/** A drawing without the ids that an editor may have given its elements. */
const plain = ({ elements, canvasBackground, pages }: TemplateData) =>
  JSON.parse(
    JSON.stringify({
      elements: elements.map(({ id: _id, version: _version, ...element }) => element),
      canvasBackground,
      pages,
    }),
  );

async function write(
  templateId: string,
  before: TemplateWithData,
  change: Change,
  drawing: TemplateData | undefined,
  changed: string[],
  version: number | undefined,
): Promise<void> {
  const stored = await templateOr404(templateId);
  if (!mayEdit(stored)) throw forbidden('Only its maker or an admin may change this template.');
  const clash = () =>
    conflict('Somebody else has changed this template since you loaded it.', { template: before });
  if (version !== undefined && version !== stored.version) throw clash();
  const parts = drawing ? await pack(drawing) : undefined;
  const next = stored.version + 1;
  const fields = Object.fromEntries(
    fieldNames.filter((name) => changed.includes(name)).map((name) => [name, change[name]]),
  );
  await commit(
    changeTemplate(
      templateId,
      {
        ...fields,
        updatedAt: clock.iso(),
        ...(parts ? { parts: parts.length, drawnIn: next, elementCount: drawing!.elements.length } : {}),
      },
      stored.version,
    ),
    parts ? writeParts(templateId, parts, next, stored.parts) : [],
    event('content.template.updated', templateId, { templateId, changed }),
  ).catch((error) => onRefused(error, clash));
}

/** @throws 403 for somebody who neither made it nor is an admin */
export async function removeTemplate(templateId: string): Promise<void> {
  const template = await templateOr404(templateId);
  if (!mayEdit(template)) throw forbidden('Only its maker or an admin may delete this template.');
  await commit(
    deleteTemplate(templateId),
    writeParts(templateId, [], 0, template.parts),
    event('content.template.removed', templateId, { templateId }),
  ).catch((error) => onRefused(error, () => notFound('The template')));
}

/** A copy that belongs to the user who makes it, and is seen by nobody else at first. */
export async function duplicateTemplate(templateId: string, name?: string): Promise<TemplateWithData> {
  const source = await templateWithData(templateId);
  const fields = templateFields.parse(Object.fromEntries(fieldNames.map((field) => [field, source[field]])));
  return createTemplate({
    ...fields,
    name: name ?? `${source.name} (copy)`.slice(0, contentLimits.nameLength),
    isPublic: false,
    templateData: source.templateData,
  });
}

/** The template to draw from, counted as a use. */
export async function takeTemplate(templateId: string): Promise<TemplateWithData> {
  const template = await templateWithData(templateId);
  await countUse(templateId);
  return { ...template, usageCount: template.usageCount + 1 };
}

/** A new project that begins with what the template holds; `fields` go before the template's own. */
export async function projectFromTemplate(
  templateId: string,
  fields: Partial<ProjectFields>,
  place?: Parameters<typeof createProject>[2],
): Promise<ProjectWithElements> {
  const { name, description, canvasSize, variables, templateData } = await takeTemplate(templateId);
  const { canvasBackground, pages } = templateData;
  const elements = templateData.elements.map(({ id: _id, version: _version, ...element }) => element);
  return createProject(
    { name, description, canvasSize, variables, canvasBackground, ...pagesField(pages), ...fields },
    elements,
    place,
  );
}
