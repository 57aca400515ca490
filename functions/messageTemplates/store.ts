import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { messageTemplate } from '#shared/model/message-template.ts';

const Templates = entity('messageTemplate', {
  fields: messageTemplate
    .omit({ id: true, usageCount: true, lastUsedAt: true })
    .extend({ templateId: z.string() }),
  key: { partition: [], sort: ['templateId'] },
});

const Categories = entity('messageCategory', {
  fields: z.object({ categoryId: z.string(), name: z.string(), color: z.string(), version: z.number() }),
  key: { partition: [], sort: ['categoryId'] },
});

/** How often a template was sent on a day. */
const Uses = entity('messageTemplateUse', {
  fields: z.object({
    templateId: z.string(),
    /** YYYY-MM-DD in UTC, or 'all' for the sum. */
    day: z.string(),
    count: z.number(),
    lastAt: z.string().nullable(),
  }),
  key: { partition: ['templateId'], sort: ['day'] },
});

export type TemplateRecord = Stored<typeof Templates>;
export type CategoryRecord = Stored<typeof Categories>;

export const everyTemplate = (): Promise<TemplateRecord[]> => Templates.all('key');

export const findTemplate = (templateId: string): Promise<TemplateRecord | undefined> =>
  Templates.find({ templateId });

export const findTemplates = (templateIds: string[]): Promise<TemplateRecord[]> =>
  Templates.findMany(templateIds.map((templateId) => ({ templateId })));

/** Which of these templates are there. */
export const templatesThere = async (templateIds: string[]): Promise<string[]> =>
  (await findTemplates(templateIds)).map(({ templateId }) => templateId);

export const changedSince = conflict(
  'Somebody has changed this since you opened it. Reload it and try again.',
);

/** The write of a template: new when `before` is undefined, else refused when it has changed since. */
export const putting = (before: TemplateRecord | undefined, after: TemplateRecord): object =>
  before ? Templates.put(after, ifVersion(before.version, changedSince)) : Templates.insert(after);

export const removing = (templateId: string): object => Templates.remove({ templateId });

export const everyCategory = (): Promise<CategoryRecord[]> => Categories.all('key');

export const puttingCategory = (before: CategoryRecord | undefined, after: CategoryRecord): object =>
  before ? Categories.put(after, ifVersion(before.version, changedSince)) : Categories.insert(after);

export const removingCategory = (categoryId: string): object => Categories.remove({ categoryId });

export interface Uses {
  total: number;
  lastUsedAt: string | null;
  days: { date: string; count: number }[];
}

/** The writes that count one sending; hand them to `commit` with the message, so that none is counted twice. */
export const noteUse = (templateId: string, at: string): object[] => [
  Uses.upsert({ templateId, day: at.slice(0, 10) })
    .add({ count: 1 })
    .params(),
  Uses.upsert({ templateId, day: 'all' }).add({ count: 1 }).set({ lastAt: at }).params(),
];

/** How often a template was sent, in all and on each day from `since` (YYYY-MM-DD) on. */
export async function usesOf(templateId: string, since: string): Promise<Uses> {
  const { data } = await Uses.query('key', { templateId }).gte({ day: since }).go({ pages: 'all' });
  const all = data.find(({ day }) => day === 'all');
  return {
    total: all?.count ?? 0,
    lastUsedAt: all?.lastAt ?? null,
    days: data.filter(({ day }) => day !== 'all').map(({ day, count }) => ({ date: day, count })),
  };
}

/** The sums of many templates. */
export async function totalsOf(templateIds: readonly string[]): Promise<Map<string, Omit<Uses, 'days'>>> {
  const data = await Uses.findMany(templateIds.map((templateId) => ({ templateId, day: 'all' })));
  return new Map(
    data.map(({ templateId, count, lastAt }) => [templateId, { total: count, lastUsedAt: lastAt }]),
  );
}
