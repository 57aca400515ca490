import { z } from 'zod';
import { contentLimits as limits } from '../model/content-limits.ts';
import { refersTo } from '../model/reference.ts';
import { id, message, route } from './contract.ts';

const folderId = id('fld');
const folderName = z.string().trim().min(1, 'A folder needs a name.').max(limits.folderName);
const tag = z.string().trim().min(1).max(limits.tagLength);
const tags = z.array(tag).max(limits.tags);
/** As many projects as one call changes. */
const projectIds = z
  .array(id('prj'))
  .min(1, 'Choose at least one project.')
  .max(limits.projectsPerCall, `At most ${limits.projectsPerCall} projects are changed in one call.`);

export const folder = z.object({ id: z.string(), name: z.string(), projects: z.number().int() });
export type Folder = z.output<typeof folder>;

/** Where a project is put: a folder, or none. */
export const placeOfProject = {
  folderId: refersTo('projectFolder', folderId).nullable(),
  tags,
};

const outcome = z.object({
  id: z.string(),
  ok: z.boolean(),
  reason: z.string().nullable(),
});
const outcomes = z.object({ results: z.array(outcome), changed: z.number().int() });
export type ProjectOutcomes = z.output<typeof outcomes>;

/** Folders and tags of projects, and changes of many projects at once. */
export const folders = {
  listFolders: route('GET', '/content/folders', 'content.view', 'Folders and tags of projects, with counts')
    .input(z.strictObject({}))
    .output(
      z.object({
        folders: z.array(folder),
        tags: z.array(z.object({ tag: z.string(), projects: z.number().int() })),
        unfiled: z.number().int().describe('projects in no folder'),
      }),
    ),
  createFolder: route('POST', '/content/folders', 'content.edit', 'Make a folder', { status: 201 })
    .input(z.strictObject({ name: folderName }))
    .output(folder),
  renameFolder: route('PUT', '/content/folders/{id}', 'content.edit', 'Rename a folder')
    .input(z.strictObject({ id: folderId, name: folderName }))
    .output(folder),
  removeFolder: route(
    'DELETE',
    '/content/folders/{id}',
    'content.edit',
    'Delete a folder; its projects go to another one, or to none',
  )
    .input(
      z.strictObject({
        id: folderId,
        moveTo: refersTo('projectFolder', folderId).optional().describe('without it: to no folder'),
      }),
    )
    .output(message),
  organizeProjects: route(
    'PATCH',
    '/content/projects/bulk',
    'content.edit',
    'Put projects into a folder, and add and remove tags',
  )
    .input(
      z.strictObject({
        ids: projectIds,
        folderId: placeOfProject.folderId.optional(),
        addTags: tags.optional(),
        removeTags: tags.optional(),
      }),
    )
    .output(outcomes),
  removeProjects: route('POST', '/content/projects/bulk-delete', 'content.delete', 'Remove projects')
    .input(z.strictObject({ ids: projectIds }))
    .output(outcomes),
};
