import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { signUrl } from '#functions/kernel/public-url.ts';
import type { ProjectAnswer, ProjectSort, ProjectWithElements } from '#shared/api/content.ts';
import type { Element } from '#shared/model/content.ts';
import { byName } from '../by-name.ts';
import { elementsOf } from '../elements/store.ts';
import { allFolders, folderOf } from '../folders/store.ts';
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
  const { projectId, publicId, purpose: _purpose, folderId = null, tags = [], ...fields } = project;
  const published = project.status === 'published' && publicId;
  return {
    ...fields,
    id: projectId,
    folderId,
    tags,
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
  folder?: string | undefined;
  tag?: string | undefined;
  sort?: ProjectSort | undefined;
}

const newest = (field: 'updatedAt' | 'createdAt') => (a: StoredProject, b: StoredProject) =>
  b[field].localeCompare(a[field]);
const area = ({ canvasSize: { width, height } }: StoredProject) => width * height;

const orders: Record<ProjectSort, (a: StoredProject, b: StoredProject) => number> = {
  updated: newest('updatedAt'),
  created: newest('createdAt'),
  name: byName,
  size: (a, b) => area(b) - area(a) || newest('updatedAt')(a, b),
};

/** One page of the tenant's projects; `search` matches the name, the description and the tags. */
export async function listProjects({
  page,
  limit,
  search,
  status,
  folder,
  tag,
  sort = 'updated',
}: ListQuery) {
  const [projects, folders] = await Promise.all([listedProjects(), allFolders()]);
  const there = new Set(folders.map(({ folderId }) => folderId));
  const needle = search?.toLocaleLowerCase();
  const found = projects
    .map((project) => ({ ...project, folderId: folderOf(project, there) ?? undefined }))
    .filter(
      ({ name, description, tags = [], ...project }) =>
        (!status || project.status === status) &&
        (!folder || (project.folderId ?? 'none') === folder) &&
        (!tag || tags.includes(tag)) &&
        (!needle || [name, description, ...tags].join('\n').toLocaleLowerCase().includes(needle)),
    )
    .sort(orders[sort]);
  const start = (page - 1) * limit;
  return {
    projects: found.slice(start, start + limit).map(answerOf),
    pagination: pagination(page, limit, found.length),
  };
}

/** A preview's data replaces values of the sample, so it has to stay small. */
export function assertSmall(data: Record<string, unknown>): void {
  if (JSON.stringify(data).length > 100_000) throw badRequest('The preview data is larger than 100 kB.');
}
