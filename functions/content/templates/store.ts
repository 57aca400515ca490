import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import { storedTemplateCategories, type TemplateFields } from '#shared/model/templates.ts';

const Templates = new Entity(
  {
    model: model('template'),
    attributes: {
      tenantId: { type: 'number', required: true },
      templateId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      description: { type: 'string', required: true },
      category: { type: storedTemplateCategories, required: true },
      tags: { type: 'list', items: { type: 'string' }, required: true },
      isPublic: { type: 'boolean', required: true },
      canvasSize: {
        type: 'map',
        required: true,
        properties: { width: { type: 'number', required: true }, height: { type: 'number', required: true } },
      },
      previewImage: { type: 'any' },
      variables: { type: 'list', items: { type: 'string' }, required: true },
      usageCount: { type: 'number', required: true },
      elementCount: { type: 'number', required: true },
      /** Into how many parts the drawing is divided, and the version that wrote them. */
      parts: { type: 'number', required: true },
      drawnIn: { type: 'number', required: true },
      createdBy: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'templateId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byChange: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['updatedAt'] },
      },
    },
  },
  connection,
);

/** What a template draws, packed and cut so that each part fits into one item. */
const Drawings = new Entity(
  {
    model: model('templatepart'),
    attributes: {
      tenantId: { type: 'number', required: true },
      templateId: { type: 'string', required: true },
      n: { type: 'number', required: true },
      drawnIn: { type: 'number', required: true },
      packed: { type: 'string', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'templateId'] },
        sk: { ...keys.primary.sk, composite: ['n'] },
      },
    },
  },
  connection,
);

/** A user's favourites. One whose template is gone says nothing. */
const Favourites = new Entity(
  {
    model: model('templatefavourite'),
    attributes: {
      tenantId: { type: 'number', required: true },
      userId: { type: 'string', required: true },
      templateId: { type: 'string', required: true },
    },
    indexes: {
      ofUser: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'userId'] },
        sk: { ...keys.primary.sk, composite: ['templateId'] },
      },
    },
  },
  connection,
);

export interface StoredTemplate extends TemplateFields {
  templateId: string;
  usageCount: number;
  elementCount: number;
  parts: number;
  drawnIn: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

const own = (templateId: string) => ({ tenantId: tenantOf(), templateId });
const withPicture = (stored: unknown): StoredTemplate => ({
  ...ofTenant<StoredTemplate>(stored),
  previewImage: (stored as Partial<StoredTemplate>).previewImage ?? null,
});

export async function findTemplate(templateId: string): Promise<StoredTemplate | undefined> {
  const { data } = await Templates.get(own(templateId)).go({ consistent: true });
  return data ? withPicture(data) : undefined;
}

/** All templates of the tenant, newest change first, without their drawings: under 3 kB each. */
export async function allTemplates(): Promise<StoredTemplate[]> {
  const { data } = await Templates.query
    .byChange({ tenantId: tenantOf() })
    .go({ order: 'desc', pages: 'all' });
  return data.map(withPicture);
}

/** The parts that one version wrote, in their order; fewer than there should be while another is being written. */
export async function partsOf(templateId: string, drawnIn: number): Promise<string[]> {
  const { data } = await Drawings.query.one(own(templateId)).go({ pages: 'all', consistent: true });
  return data
    .filter((part) => part.drawnIn === drawnIn)
    .sort((a, b) => a.n - b.n)
    .map(({ packed }) => packed);
}

export const insertTemplate = (template: StoredTemplate) =>
  Templates.create({ tenantId: tenantOf(), ...template }).params();

/** The writes that put `parts` in the place of the `before` parts that were there. */
export const writeParts = (templateId: string, parts: readonly string[], drawnIn: number, before = 0) => [
  ...parts.map((packed, n) => Drawings.put({ ...own(templateId), n, drawnIn, packed }).params()),
  ...leftover(parts.length, before).map((n) => Drawings.delete({ ...own(templateId), n }).params()),
];

const leftover = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Changes a template and counts its version up; refused where `version` is no longer the present one. */
export const changeTemplate = (
  templateId: string,
  change: Partial<Omit<StoredTemplate, 'templateId' | 'version' | 'usageCount'>>,
  version: number,
) =>
  Templates.patch(own(templateId))
    .set(change)
    .add({ version: 1 })
    .where((at, op) => op.eq(at.version, version))
    .params();

/** Counts a use; a template that is gone meanwhile is not counted. */
export async function countUse(templateId: string): Promise<void> {
  await Templates.patch(own(templateId))
    .add({ usageCount: 1 })
    .go()
    .catch(() => undefined);
}

export const deleteTemplate = (templateId: string) => Templates.remove(own(templateId)).params();

export async function favouritesOf(userId: string): Promise<Set<string>> {
  const { data } = await Favourites.query
    .ofUser({ tenantId: tenantOf(), userId })
    .go({ pages: 'all', consistent: true });
  return new Set(data.map(({ templateId }) => templateId));
}

export async function setFavourite(userId: string, templateId: string, on: boolean): Promise<void> {
  const key = { tenantId: tenantOf(), userId, templateId };
  await (on ? Favourites.put(key).go() : Favourites.delete(key).go());
}
