import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { signUrl } from '#functions/kernel/public-url.ts';
import type { ProjectAnswer, ProjectWithElements } from '#shared/api/content.ts';
import type { Element } from '#shared/model/content.ts';
import { elementsOf } from '../elements/store.ts';
import { findProject, listedProjects, type StoredProject } from './store.ts';

/** @throws 404 for an unknown project and, alike, for another tenant's */
export async function projectOr404(projectId: string): Promise<StoredProject> {
  const project = await findProject(projectId);
  if (!project) throw notFound('The project');
  return project;
}

export const publicPage = (publicId: string, version?: number): string =>
  `${signUrl()}/s/${publicId}${version === undefined ? '' : `?v=${version}`}`;

export function answerOf(project: StoredProject): ProjectAnswer {
  const { projectId, publicId, purpose: _purpose, ...fields } = project;
  const published = project.status === 'published' && publicId;
  return {
    ...fields,
    id: projectId,
    publicId: published ? publicId : null,
    publicUrl: published ? publicPage(publicId) : null,
    thumbnailUrl: null,
  };
}

export const withElements = (project: StoredProject, elements: Element[]): ProjectWithElements => ({
  ...answerOf(project),
  elementCount: elements.length,
  elements,
});

export async function projectWithElements(projectId: string): Promise<ProjectWithElements> {
  const [project, elements] = await Promise.all([projectOr404(projectId), elementsOf(projectId)]);
  return withElements(project, elements);
}

interface ListQuery {
  page: number;
  limit: number;
  search?: string | undefined;
  status?: StoredProject['status'] | undefined;
}

/** One page of the tenant's projects, newest change first; `search` matches the name or the description. */
export async function listProjects({ page, limit, search, status }: ListQuery) {
  const needle = search?.toLocaleLowerCase();
  const found = (await listedProjects()).filter(
    (project) =>
      (!status || project.status === status) &&
      (!needle || `${project.name}\n${project.description}`.toLocaleLowerCase().includes(needle)),
  );
  const start = (page - 1) * limit;
  return {
    projects: found.slice(start, start + limit).map(answerOf),
    pagination: { page, limit, total: found.length, pages: Math.ceil(found.length / limit) },
  };
}

/** A preview's data replaces values of the sample, so it has to stay small. */
export function assertSmall(data: Record<string, unknown>): void {
  if (JSON.stringify(data).length > 100_000) throw badRequest('The preview data is larger than 100 kB.');
}
