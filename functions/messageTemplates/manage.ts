import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { type MessageTemplate, templateLimits } from '#shared/model/message-template.ts';
import { beginning } from '#shared/model/text.ts';
import { variablesOf } from './liquid.ts';
import {
  changedSince,
  everyCategory,
  everyTemplate,
  findTemplate,
  putting,
  removing,
  type TemplateRecord,
  totalsOf,
} from './store.ts';

type Fields = Pick<TemplateRecord, 'name' | 'channel' | 'categoryId' | 'subject' | 'body' | 'isActive'>;

/** A template that is there. @throws 404 */
export async function templateById(templateId: string): Promise<TemplateRecord> {
  const template = await findTemplate(templateId);
  if (!template) throw notFound('The template');
  return template;
}

async function views(templates: readonly TemplateRecord[]): Promise<MessageTemplate[]> {
  const totals = await totalsOf(templates.map(({ templateId }) => templateId));
  return templates.map(({ templateId, ...template }) => ({
    ...template,
    id: templateId,
    usageCount: totals.get(templateId)?.total ?? 0,
    lastUsedAt: totals.get(templateId)?.lastUsedAt ?? null,
  }));
}

export const view = async (template: TemplateRecord): Promise<MessageTemplate> =>
  (await views([template]))[0]!;

/** What a text must be to be kept; its variables. @throws 400 */
async function checked({ channel, subject, body, categoryId }: Fields): Promise<string[]> {
  if (channel === 'sms' && body.length > templateLimits.sms)
    throw badRequest(`A text message has at most ${templateLimits.sms} characters.`, { field: 'body' });
  if (channel === 'email' && subject === '')
    throw badRequest('Please enter a subject.', { field: 'subject' });
  if (categoryId !== null && !(await everyCategory()).some((one) => one.categoryId === categoryId))
    throw badRequest('There is no such category.', { field: 'categoryId' });
  return [...new Set([...variablesOf('sms', subject), ...variablesOf(channel, body)])];
}

interface Search {
  channel?: string | undefined;
  categoryId?: string | undefined;
  search?: string | undefined;
}

export async function listTemplates({ channel, categoryId, search = '' }: Search) {
  const text = search.toLowerCase();
  const found = (await everyTemplate()).filter(
    (template) =>
      (channel === undefined || template.channel === channel) &&
      (categoryId === undefined || template.categoryId === categoryId) &&
      `${template.name} ${template.subject} ${template.body}`.toLowerCase().includes(text),
  );
  return { templates: await views(found.sort((a, b) => a.name.localeCompare(b.name))) };
}

/** @throws 400 */
export async function createTemplate(fields: Fields): Promise<MessageTemplate> {
  const variables = await checked(fields);
  if ((await everyTemplate()).length >= templateLimits.templates)
    throw badRequest(`A tenant has at most ${templateLimits.templates} templates.`);
  const now = clock.iso();
  const template: TemplateRecord = {
    ...fields,
    variables,
    templateId: newId('mtp'),
    createdAt: now,
    createdBy: actorName(),
    updatedAt: now,
    version: 1,
  };
  await commit(putting(undefined, template));
  return view(template);
}

/** @throws 400, 404, 409 */
export async function updateTemplate(templateId: string, changes: Partial<Fields>, version?: number) {
  const before = await templateById(templateId);
  if (version !== undefined && version !== before.version) throw changedSince;
  const given = givenOf(changes);
  const after = { ...before, ...given, updatedAt: clock.iso(), version: before.version + 1 };
  after.variables = await checked(after);
  await commit(putting(before, after));
  return view(after);
}

/** @throws 404 */
export async function removeTemplate(templateId: string): Promise<void> {
  await templateById(templateId);
  await commit(removing(templateId));
}

/** @throws 404 */
export async function cloneTemplate(templateId: string, name?: string): Promise<MessageTemplate> {
  const original = await templateById(templateId);
  const copied = name ?? beginning(`${original.name} (copy)`, templateLimits.name);
  return createTemplate({ ...pickFields(original), name: copied });
}

const pickFields = ({ name, channel, categoryId, subject, body, isActive }: Fields): Fields => ({
  name,
  channel,
  categoryId,
  subject,
  body,
  isActive,
});
