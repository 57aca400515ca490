import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { foldersThere } from './store.ts';
import {
  createFolder,
  listFolders,
  organizeProjects,
  removeFolder,
  removeProjects,
  renameFolder,
} from './use-cases.ts';

const r = routesOf(content, { lookUps: { projectFolder: foldersThere } });

export const folders = {
  listFolders: r.listFolders.handler(() => listFolders()),
  createFolder: r.createFolder.handler(({ input }) => createFolder(input.name)),
  renameFolder: r.renameFolder.handler(({ input }) => renameFolder(input.id, input.name)),
  removeFolder: r.removeFolder.handler(async ({ input }) => {
    await removeFolder(input.id, input.moveTo);
    return { message: 'Folder deleted.' };
  }),
  organizeProjects: r.organizeProjects.handler(({ input: { ids, ...change } }) =>
    organizeProjects(ids, change),
  ),
  removeProjects: r.removeProjects.handler(({ input }) => removeProjects(input.ids)),
};
