import { z } from 'zod';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { templateFields } from '#shared/model/templates.ts';

const Templates = entity('template', {
  fields: templateFields.extend({
    templateId: z.string(),
    usageCount: z.number(),
    elementCount: z.number(),
    /** Into how many parts the drawing is divided, and the version that wrote them. */
    parts: z.number(),
    drawnIn: z.number(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.number(),
  }),
  key: { partition: ['templateId'], sort: [] },
  indexes: { byChange: { index: 'gsi1', partition: [], sort: ['updatedAt'] } },
});

/** What a template draws, packed and cut so that each part fits into one item. */
const Drawings = entity('templatepart', {
  fields: z.object({ templateId: z.string(), n: z.number(), drawnIn: z.number(), packed: z.string() }),
  key: { partition: ['templateId'], sort: ['n'] },
});

/** A user's favourites. One whose template is gone says nothing. */
const Favourites = entity('templatefavourite', {
  fields: z.object({ userId: z.string(), templateId: z.string() }),
  key: { partition: ['userId'], sort: ['templateId'] },
});

export type StoredTemplate = Stored<typeof Templates>;

export const findTemplate = (templateId: string): Promise<StoredTemplate | undefined> =>
  Templates.find({ templateId });

/** All templates of the tenant, newest change first, without their drawings: under 3 kB each. */
export const allTemplates = (): Promise<StoredTemplate[]> => Templates.all('byChange', {}, { order: 'desc' });

/** The parts that one version wrote, in their order; fewer than there should be while another is being written. */
export async function partsOf(templateId: string, drawnIn: number): Promise<string[]> {
  const parts = await Drawings.all('key', { templateId });
  return parts
    .filter((part) => part.drawnIn === drawnIn)
    .sort((a, b) => a.n - b.n)
    .map(({ packed }) => packed);
}

export const insertTemplate = (template: StoredTemplate) => Templates.insert(template);

/** The writes that put `parts` in the place of the `before` parts that were there. */
export const writeParts = (templateId: string, parts: readonly string[], drawnIn: number, before = 0) => [
  ...parts.map((packed, n) => Drawings.put({ templateId, n, drawnIn, packed })),
  ...leftover(parts.length, before).map((n) => Drawings.remove({ templateId, n })),
];

const leftover = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Changes a template and counts its version up; refused where `version` is no longer the present one. */
export const changeTemplate = (
  templateId: string,
  change: Partial<Omit<StoredTemplate, 'templateId' | 'version' | 'usageCount'>>,
  version: number,
) => Templates.patch({ templateId }).set(change).add({ version: 1 }).params(ifVersion(version));

/** Counts a use; a template that is gone meanwhile is not counted. */
export const countUse = (templateId: string): Promise<void> =>
  writeOne(Templates.patch({ templateId }).add({ usageCount: 1 }).params()).catch(() => undefined);

export const deleteTemplate = (templateId: string) => Templates.remove({ templateId }, ifThere());

export async function favouritesOf(userId: string): Promise<Set<string>> {
  const favourites = await Favourites.all('key', { userId });
  return new Set(favourites.map(({ templateId }) => templateId));
}

export const setFavourite = (userId: string, templateId: string, on: boolean): Promise<void> =>
  writeOne(on ? Favourites.put({ userId, templateId }) : Favourites.remove({ userId, templateId }));
