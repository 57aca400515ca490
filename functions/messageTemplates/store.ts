import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { connection, decisive, keys, model, ofTenant, orElse, readEvery } from '#functions/kernel/table.ts';
import { type MessageTemplate, messageChannels } from '#shared/model/message-template.ts';

const { primary } = keys;

const Templates = new Entity(
  {
    model: model('messageTemplate'),
    attributes: {
      tenantId: { type: 'number', required: true },
      templateId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      channel: { type: messageChannels, required: true },
      categoryId: { type: 'string' },
      subject: { type: 'string', required: true },
      body: { type: 'string', required: true },
      isActive: { type: 'boolean', required: true },
      variables: { type: 'any', required: true },
      createdAt: { type: 'string', required: true },
      createdBy: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      all: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['templateId'] },
      },
    },
  },
  connection,
);

const Categories = new Entity(
  {
    model: model('messageCategory'),
    attributes: {
      tenantId: { type: 'number', required: true },
      categoryId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      color: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      all: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['categoryId'] },
      },
    },
  },
  connection,
);

/** How often a template was sent on a day. */
const Uses = new Entity(
  {
    model: model('messageTemplateUse'),
    attributes: {
      tenantId: { type: 'number', required: true },
      templateId: { type: 'string', required: true },
      /** YYYY-MM-DD in UTC, or 'all' for the sum. */
      day: { type: 'string', required: true },
      count: { type: 'number', required: true },
      lastAt: { type: 'string' },
    },
    indexes: {
      ofTemplate: {
        pk: { ...primary.pk, composite: ['tenantId', 'templateId'] },
        sk: { ...primary.sk, composite: ['day'] },
      },
    },
  },
  connection,
);

export type TemplateRecord = Omit<MessageTemplate, 'id' | 'usageCount' | 'lastUsedAt'> & {
  templateId: string;
};
export interface CategoryRecord {
  categoryId: string;
  name: string;
  color: string;
  version: number;
}

const own = (templateId: string) => ({ tenantId: tenantOf(), templateId });
const clean = (stored: unknown): TemplateRecord => {
  const template = ofTenant<TemplateRecord>(stored);
  return { ...template, categoryId: template.categoryId ?? null };
};
const stored = (template: TemplateRecord) => ({
  ...template,
  categoryId: template.categoryId ?? undefined,
  tenantId: tenantOf(),
});

export async function everyTemplate(): Promise<TemplateRecord[]> {
  const { data } = await Templates.query.all({ tenantId: tenantOf() }).go({ pages: 'all', consistent: true });
  return data.map(clean);
}

export async function findTemplate(templateId: string): Promise<TemplateRecord | undefined> {
  const { data } = await Templates.get(own(templateId)).go({ consistent: true });
  return data ? clean(data) : undefined;
}

/** Which of these templates are there. */
export async function templatesThere(templateIds: string[]): Promise<string[]> {
  const found = await readEvery(templateIds.map(own), (some) => Templates.get(some).go(decisive));
  return found.map(({ templateId }) => templateId);
}

export const changedSince = conflict(
  'Somebody has changed this since you opened it. Reload it and try again.',
);

/** The write of a template: new when `before` is undefined, else refused when it has changed since. */
export const putting = (before: TemplateRecord | undefined, after: TemplateRecord): object =>
  before
    ? orElse(
        Templates.put(stored(after))
          .where(({ version }, { eq }) => eq(version, before.version))
          .params(),
        changedSince,
      )
    : Templates.create(stored(after)).params();

export const removing = (templateId: string): object => Templates.delete(own(templateId)).params();

export async function everyCategory(): Promise<CategoryRecord[]> {
  const { data } = await Categories.query
    .all({ tenantId: tenantOf() })
    .go({ pages: 'all', consistent: true });
  return data.map(ofTenant<CategoryRecord>);
}

export const puttingCategory = (before: CategoryRecord | undefined, after: CategoryRecord): object =>
  before
    ? orElse(
        Categories.put({ ...after, tenantId: tenantOf() })
          .where(({ version }, { eq }) => eq(version, before.version))
          .params(),
        changedSince,
      )
    : Categories.create({ ...after, tenantId: tenantOf() }).params();

export const removingCategory = (categoryId: string): object =>
  Categories.delete({ tenantId: tenantOf(), categoryId }).params();

export interface Uses {
  total: number;
  lastUsedAt: string | null;
  days: { date: string; count: number }[];
}

/** The writes that count one sending; hand them to `commit` with the message, so that none is counted twice. */
export const noteUse = (templateId: string, at: string): object[] => [
  Uses.upsert({ ...own(templateId), day: at.slice(0, 10) })
    .add({ count: 1 })
    .params(),
  Uses.upsert({ ...own(templateId), day: 'all' })
    .add({ count: 1 })
    .set({ lastAt: at })
    .params(),
];

/** How often a template was sent, in all and on each day from `since` (YYYY-MM-DD) on. */
export async function usesOf(templateId: string, since: string): Promise<Uses> {
  const { data } = await Uses.query.ofTemplate(own(templateId)).gte({ day: since }).go({ pages: 'all' });
  const all = data.find(({ day }) => day === 'all');
  return {
    total: all?.count ?? 0,
    lastUsedAt: all?.lastAt ?? null,
    days: data.filter(({ day }) => day !== 'all').map(({ day, count }) => ({ date: day, count })),
  };
}

/** The sums of many templates. */
export async function totalsOf(templateIds: readonly string[]): Promise<Map<string, Omit<Uses, 'days'>>> {
  if (templateIds.length === 0) return new Map();
  const { data } = await Uses.get(templateIds.map((id) => ({ ...own(id), day: 'all' }))).go({
    concurrency: 4,
  });
  return new Map(
    data.map(({ templateId, count, lastAt }) => [templateId, { total: count, lastUsedAt: lastAt ?? null }]),
  );
}
