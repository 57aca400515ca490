import { clock } from '#functions/kernel/clock.ts';
import { AppError, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Folder, ProjectOutcomes } from '#shared/api/content-folders.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import { byName } from '../by-name.ts';
import { projectOr404 } from '../projects/read.ts';
import { listedProjects, organizeProject } from '../projects/store.ts';
import { removeProject } from '../projects/write.ts';
import {
  allFolders,
  deleteFolder,
  findFolder,
  folderOf,
  insertFolder,
  renameTo,
  type StoredFolder,
} from './store.ts';

/** Projects that are changed at one time. */
const atOnce = 8;

function count<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Folders by name with what lies in each, and the tags in use. */
export async function listFolders() {
  const [folders, projects] = await Promise.all([allFolders(), listedProjects()]);
  const there = new Set(folders.map(({ folderId }) => folderId));
  const inFolder = count(projects.map((project) => folderOf(project, there)));
  const tags = count(projects.flatMap((project) => project.tags ?? []));
  return {
    folders: folders
      .map(({ folderId, name }) => ({ id: folderId, name, projects: inFolder.get(folderId) ?? 0 }))
      .sort(byName),
    tags: [...tags]
      .map(([tag, used]) => ({ tag, projects: used }))
      .sort((a, b) => a.tag.localeCompare(b.tag, 'en', { sensitivity: 'base' })),
    unfiled: inFolder.get(null) ?? 0,
  };
}

/** @throws 409 for a name that another folder has, and 'too_many' */
async function assertFree(name: string, but?: string): Promise<StoredFolder[]> {
  const folders = await allFolders();
  const same = (folder: StoredFolder) =>
    folder.folderId !== but && folder.name.toLocaleLowerCase() === name.toLocaleLowerCase();
  if (folders.some(same)) throw conflict(`There is a folder “${name}” already.`, undefined, 'name_taken');
  return folders;
}

export async function createFolder(name: string): Promise<Folder> {
  const folders = await assertFree(name);
  if (folders.length >= contentLimits.folders)
    throw conflict(`There are at most ${contentLimits.folders} folders.`, undefined, 'too_many');
  const folderId = newId('fld');
  await commit(insertFolder({ folderId, name, createdAt: clock.iso() }));
  return { id: folderId, name, projects: 0 };
}

/** @throws 404; 409 */
export async function renameFolder(folderId: string, name: string): Promise<Folder> {
  if (!(await findFolder(folderId))) throw notFound('The folder');
  await assertFree(name, folderId);
  await commit(renameTo(folderId, name, notFound('The folder')));
  const projects = (await listedProjects()).filter((project) => project.folderId === folderId).length;
  return { id: folderId, name, projects };
}

/**
 * Moves what lies in a folder and deletes the folder then: after a kill in between it is there to be deleted again. A
 * project that is put into it meanwhile lies in no folder afterwards.
 * @throws 404
 */
export async function removeFolder(folderId: string, moveTo: string | undefined): Promise<void> {
  if (!(await findFolder(folderId)) || moveTo === folderId) throw notFound('The folder');
  const inside = (await listedProjects()).filter((project) => project.folderId === folderId);
  await forEach(
    inside.map(({ projectId }) => projectId),
    (projectId) => commit(organizeProject(projectId, { folderId: moveTo ?? null })),
  );
  await commit(deleteFolder(folderId));
}

/** Does something with each project, and tells of each whether it went well; what nobody foresaw fails the call. */
async function forEach(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<ProjectOutcomes> {
  const results: ProjectOutcomes['results'] = [];
  const unique = [...new Set(ids)];
  for (let start = 0; start < unique.length; start += atOnce)
    results.push(
      ...(await Promise.all(
        unique.slice(start, start + atOnce).map(async (id) => {
          try {
            await work(id);
            return { id, ok: true, reason: null };
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            return { id, ok: false, reason: error.message };
          }
        }),
      )),
    );
  return { results, changed: results.filter(({ ok }) => ok).length };
}

interface Organization {
  folderId?: string | null | undefined;
  addTags?: string[] | undefined;
  removeTags?: string[] | undefined;
}

/** Puts projects into a folder, or none, and changes their tags. It is no change of what they draw. */
export const organizeProjects = (
  ids: string[],
  { folderId, addTags = [], removeTags = [] }: Organization,
): Promise<ProjectOutcomes> =>
  forEach(ids, async (id) => {
    const { tags = [] } = await projectOr404(id);
    const kept = [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
    if (kept.length > contentLimits.tags)
      throw conflict(`A project has at most ${contentLimits.tags} tags.`, undefined, 'too_many');
    await commit(
      organizeProject(id, {
        ...(folderId === undefined ? {} : { folderId }),
        ...(addTags.length + removeTags.length > 0 ? { tags: kept } : {}),
      }),
    );
  });

export const removeProjects = (ids: string[]): Promise<ProjectOutcomes> => forEach(ids, removeProject);
