import { actorName } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import type { ProjectAnswer, ProjectWithElements } from '#shared/api/content.ts';
import { type Element, newProjectDefaults, type ProjectFields } from '#shared/model/content.ts';
import { saveElements } from '../elements/save.ts';
import { deleteElement, elementsOf } from '../elements/store.ts';
import { removeExportsOf } from '../exports/remove.ts';
import { removeBatchesOf } from '../personalised/remove.ts';
import { unpublish } from '../publications/unpublish.ts';
import { removeSamplesOf } from '../samples/use-cases.ts';
import { removeSubmissionsOf } from '../submissions/store.ts';
import { removeVersionsOf } from '../versions/use-cases.ts';
import { answerOf, projectOr404, withElements } from './read.ts';
import { changeProject, countElements, deleteProject, insertProject, type StoredProject } from './store.ts';

type NewElement = Omit<Element, 'id' | 'version'> & { id?: string | undefined };

/** Makes a project, with the specification's defaults for what is not given, and its first elements. */
export async function createProject(
  fields: Partial<ProjectFields>,
  elements: NewElement[] = [],
  place: Partial<Pick<StoredProject, 'purpose' | 'folderId' | 'tags'>> = {},
): Promise<ProjectWithElements> {
  const at = clock.iso();
  const project: StoredProject = {
    ...structuredClone({ ...newProjectDefaults, variables: [] as string[] }),
    ...fields,
    status: 'draft',
    projectId: newId('prj'),
    elementCount: 0,
    createdBy: actorName(),
    updatedBy: actorName(),
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...place,
  };
  const { projectId, name } = project;
  await commit(insertProject(project), event('content.project.created', projectId, { projectId, name }));
  const made = elements.map((element) => ({ ...element, id: element.id ?? newId('elm') }));
  for (let start = 0; start < made.length; start += 500)
    await saveElements(
      projectId,
      made.slice(start, start + 500).map((element) => ({ op: 'create', element })),
    );
  return withElements(project, await elementsOf(projectId));
}

/**
 * Changes the project's own fields. 'published' is set by publishing alone.
 * @throws 404; 409 when `version` is given and somebody has changed the project since
 */
export async function updateProject(
  projectId: string,
  { status, ...fields }: Partial<ProjectFields>,
  version?: number,
): Promise<ProjectAnswer> {
  const before = await projectOr404(projectId);
  const change = {
    ...fields,
    ...(status && status !== 'published' && before.status !== 'published' ? { status } : {}),
  };
  const changed = Object.keys(change);
  if (changed.length === 0) return answerOf(before);
  const at = clock.iso();
  await commit(
    changeProject(projectId, { ...change, updatedAt: at, updatedBy: actorName() }, version),
    event('content.project.updated', projectId, { projectId, changed }, at),
  ).catch((error) =>
    onRefused(error, () =>
      conflict('Somebody else has changed this project since you loaded it.', { project: answerOf(before) }),
    ),
  );
  return answerOf(await projectOr404(projectId));
}

/** Copies a project and its elements under new ids. */
export async function duplicateProject(projectId: string, name?: string): Promise<ProjectWithElements> {
  const source = await projectOr404(projectId);
  const { name: sourceName, description, canvasSize, canvasBackground, pages, variables } = source;
  const fields = {
    name: name ?? `${sourceName} (copy)`.slice(0, 120),
    description,
    canvasSize,
    canvasBackground,
    ...(pages ? { pages } : {}),
    variables,
  };
  const elements = (await elementsOf(projectId)).map(({ id: _id, version: _version, ...element }) => element);
  const { folderId, tags } = source;
  return createProject(fields, elements, { ...(folderId ? { folderId } : {}), ...(tags ? { tags } : {}) });
}

/** Takes a project off its displays and removes it with its elements, exports and files. */
export async function removeProject(projectId: string): Promise<void> {
  const project = await projectOr404(projectId);
  if (project.status === 'published') await unpublish(projectId);
  await removeExportsOf(projectId);
  await removeBatchesOf(projectId);
  await removeSubmissionsOf(projectId);
  await removeSamplesOf(projectId);
  await removeVersionsOf(projectId);
  const elements = await elementsOf(projectId);
  for (let start = 0; start < elements.length; start += 98) {
    const part = elements.slice(start, start + 98);
    await commit(
      countElements(projectId, -part.length, actorName(), clock.iso(), 0),
      ...part.map(({ id }) => deleteElement(projectId, id)),
    );
  }
  await commit(
    deleteProject(projectId),
    event('content.project.removed', projectId, { projectId }),
    auditEntry('project.deleted', { kind: 'project', id: projectId, name: project.name }, {}),
  ).catch((error) => onRefused(error, () => notFound('The project')));
}
