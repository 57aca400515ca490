import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { templateLimits } from '#shared/model/message-template.ts';
import {
  type CategoryRecord,
  changedSince,
  everyCategory,
  everyTemplate,
  putting,
  puttingCategory,
  removingCategory,
} from './store.ts';

const view = ({ categoryId, ...category }: CategoryRecord, templates: number) => ({
  ...category,
  id: categoryId,
  templates,
});

const countIn = async (categoryId: string) =>
  (await everyTemplate()).filter((template) => template.categoryId === categoryId).length;

export async function listCategories() {
  const [categories, templates] = await Promise.all([everyCategory(), everyTemplate()]);
  return categories
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((category) =>
      view(category, templates.filter(({ categoryId }) => categoryId === category.categoryId).length),
    );
}

/** @throws 400 when there are too many or the name is taken */
async function assertNew(name: string, except?: string): Promise<void> {
  const others = (await everyCategory()).filter(({ categoryId }) => categoryId !== except);
  if (others.length >= templateLimits.categories)
    throw badRequest(`A tenant has at most ${templateLimits.categories} categories.`);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw badRequest(`There is a category ${name} already.`, { field: 'name' });
}

export async function createCategory(fields: { name: string; color: string }) {
  await assertNew(fields.name);
  const category: CategoryRecord = { ...fields, categoryId: newId('mtc'), version: 1 };
  await commit(puttingCategory(undefined, category));
  return view(category, 0);
}

async function categoryById(categoryId: string): Promise<CategoryRecord> {
  const category = (await everyCategory()).find((one) => one.categoryId === categoryId);
  if (!category) throw notFound('The category');
  return category;
}

/** @throws 400, 404, 409 */
export async function updateCategory(
  categoryId: string,
  { name, color }: { name?: string | undefined; color?: string | undefined },
  version?: number,
) {
  const before = await categoryById(categoryId);
  if (version !== undefined && version !== before.version) throw changedSince;
  if (name !== undefined) await assertNew(name, categoryId);
  const after = {
    ...before,
    name: name ?? before.name,
    color: color ?? before.color,
    version: before.version + 1,
  };
  await commit(puttingCategory(before, after));
  return view(after, await countIn(categoryId));
}

/** Its templates stay, without a category. @throws 404 */
export async function removeCategory(categoryId: string): Promise<void> {
  await categoryById(categoryId);
  for (const template of await everyTemplate())
    if (template.categoryId === categoryId)
      await commit(putting(template, { ...template, categoryId: null, version: template.version + 1 }));
  await commit(removingCategory(categoryId));
}
