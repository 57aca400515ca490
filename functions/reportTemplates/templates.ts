import { isDeepStrictEqual } from 'node:util';
import { actor, author, seesOwnLeadsOnly, seesWorkOf } from '#functions/kernel/actor.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, forbidden, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  type ReportTemplate,
  type TemplateFields,
  templateLimits,
  templateProblem,
} from '#shared/model/report-template.ts';
import {
  changedSince,
  everyTemplate,
  findSchedule,
  findTemplate,
  scheduleRemoval,
  starRemoval,
  starWrite,
  type TemplateRecord,
  templateInsertion,
  templateRemoval,
  templateWrite,
} from './store.ts';
import { ownStars, shownOne, shownTemplates } from './view.ts';

/** Whether the actor sees a template: their own, shared ones, and admins all. */
const maySee = ({ shared, ownerId }: TemplateRecord): boolean => shared || seesWorkOf({ userId: ownerId });

/** @throws 404 also for another agent's own */
export async function templateOr404(templateId: string): Promise<TemplateRecord> {
  const template = await findTemplate(templateId);
  if (!template || !maySee(template)) throw notFound('The template');
  return template;
}

/** A template that the actor may change. @throws 403 for a shared one of somebody else; 404 */
export async function ownTemplate(templateId: string): Promise<TemplateRecord> {
  const template = await templateOr404(templateId);
  if (!seesWorkOf({ userId: template.ownerId }))
    throw forbidden('Only whoever made this template and admins change it.');
  return template;
}

const counted = ['report', 'parameters', 'columns'] as const;

/**
 * What an admin has mailed has the admin's figures. Whoever sees their own alone may not make another report of it, which
 * would bring them everybody's. @throws 403 'planned_by_admin'
 */
async function assertOwnPlan(before: TemplateRecord, after: TemplateRecord): Promise<void> {
  if (!seesOwnLeadsOnly()) return;
  if (counted.every((name) => isDeepStrictEqual(before[name], after[name]))) return;
  const schedule = await findSchedule(before.templateId);
  if (schedule && schedule.setBy !== author().userId)
    throw forbidden(
      'An admin has this report mailed, with the figures that admins see. Save what you want to see as a template of your own.',
      'planned_by_admin',
    );
}

/** @throws 400 with what is wrong */
function assertMakes(template: Pick<TemplateFields, 'report' | 'parameters' | 'columns'>): void {
  const problem = templateProblem(template);
  if (problem) throw badRequest(problem.text, { field: problem.field });
}

interface Asked {
  page: number;
  limit: number;
  search?: string | undefined;
}

export async function listTemplates({ page, limit, search = '' }: Asked) {
  const text = search.toLowerCase();
  const [every, stars] = await Promise.all([everyTemplate(), ownStars()]);
  const placeOf = ({ templateId }: TemplateRecord) => (stars.has(templateId) ? 0 : 1);
  const found = every
    .filter((template) => maySee(template) && template.name.toLowerCase().includes(text))
    .sort((one, other) => placeOf(one) - placeOf(other) || one.name.localeCompare(other.name));
  const templates = await shownTemplates(found.slice((page - 1) * limit, page * limit), stars);
  return { templates, pagination: pagination(page, limit, found.length) };
}

/** @throws 400 for what cannot be made, and when there are too many */
export async function createTemplate(fields: TemplateFields): Promise<ReportTemplate> {
  assertMakes(fields);
  if ((await everyTemplate()).length >= templateLimits.templates)
    throw badRequest(`A workspace has at most ${templateLimits.templates} templates of reports.`);
  const now = clock.iso();
  // The product's own, of the demo workspace, belong to nobody: admins see to them.
  const ownerId = actor().kind === 'system' ? '' : author().userId;
  const template: TemplateRecord = {
    ...fields,
    templateId: newId('rpt'),
    ownerId,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await commit(templateInsertion(template));
  return shownOne(template);
}

export const getTemplate = async (templateId: string): Promise<ReportTemplate> =>
  shownOne(await templateOr404(templateId));

type Changes = { [K in keyof TemplateFields]?: TemplateFields[K] | undefined };

/** @throws 400; 403 also as `assertOwnPlan`; 404; 409 when the template has changed since `version` */
export async function updateTemplate(
  templateId: string,
  changes: Changes,
  version?: number,
): Promise<ReportTemplate> {
  const { after } = await changeVersioned({
    read: () => ownTemplate(templateId),
    change: async (before) => {
      const given = givenOf(changes);
      const after = { ...before, ...given };
      assertMakes(after);
      await assertOwnPlan(before, after);
      return given;
    },
    write: (before, changed) => commit(templateWrite(before, changed)),
    changedSince,
    version,
  });
  return shownOne(after);
}

/** Puts the actor's star on a template, or takes it away; done twice it is done once. @throws 404 */
export async function starTemplate(templateId: string, isStarred: boolean): Promise<ReportTemplate> {
  const template = await templateOr404(templateId);
  const { userId } = author();
  await commit(isStarred ? starWrite(userId, templateId) : starRemoval(userId, templateId));
  return shownOne(template);
}

/** Removes a template and its schedule. @returns its name @throws 403, 404 */
export const removeTemplate = (templateId: string): Promise<string> =>
  retryOnConflict(
    async () => {
      const template = await ownTemplate(templateId);
      await commit(templateRemoval(template), scheduleRemoval(templateId));
      return template.name;
    },
    { isOvertaken: (error) => error === changedSince },
  );
