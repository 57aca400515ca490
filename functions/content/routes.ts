import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { exportOptions } from '#shared/model/content.ts';
import { assetsThere } from './assets/store.ts';
import {
  assetUses,
  finishUpload,
  listAssets,
  removeAsset,
  setThumbnail,
  startUpload,
  uploadAsset,
} from './assets/use-cases.ts';
import { brand } from './brand/routes.ts';
import { bulkExports } from './bulk/routes.ts';
import { displays } from './displays.ts';
import { assertStorable, saveElements } from './elements/save.ts';
import { createElement, removeElement, reorderElements, updateElement } from './elements/single.ts';
import { elementsOf } from './elements/store.ts';
import { removeExport } from './exports/remove.ts';
import {
  downloadExport,
  exportAnswer,
  exportByHand,
  exportOr404,
  exportStatus,
  listExports,
} from './exports/use-cases.ts';
import { folders } from './folders/routes.ts';
import { foldersThere } from './folders/store.ts';
import { personalised } from './personalised/routes.ts';
import { presence } from './presence/routes.ts';
import { assertSmall, listProjects, projectOr404, projectWithElements } from './projects/read.ts';
import { createProject, duplicateProject, removeProject, updateProject } from './projects/write.ts';
import { publicCharts, publicFloor, publicWins } from './publications/live-data.ts';
import { publish } from './publications/publish.ts';
import { publication, publicContent, publicWeather } from './publications/read.ts';
import { unpublish } from './publications/unpublish.ts';
import { samples } from './samples/routes.ts';
import { forms } from './submissions/routes.ts';
import { templates } from './templates/routes.ts';
import { projectFromTemplate } from './templates/use-cases.ts';
import { sceneData } from './variables/scene-data.ts';
import { createVariable, initializeSystem, listVariables } from './variables/use-cases.ts';
import { versions } from './versions/routes.ts';

const r = routesOf(content, {
  lookUps: { asset: assetsThere, display: (ids) => displays.run.there(ids), projectFolder: foldersThere },
  // What is published keeps no displays; that the project is not there is told first.
  kept: async ({ id }) => {
    if (typeof id === 'string' && id.startsWith('prj_')) await projectOr404(id);
    return undefined;
  },
});

const projects = {
  list: r.list.handler(({ input }) => listProjects(input)),
  create: r.create.handler(async ({ input: { elements, templateId, folderId, tags, ...fields } }) => {
    const place = { ...(folderId ? { folderId } : {}), ...(tags ? { tags } : {}) };
    if (templateId) return projectFromTemplate(templateId, fields, place);
    if (elements) assertStorable(elements);
    return createProject(fields, elements, place);
  }),
  get: r.get.handler(({ input }) => projectWithElements(input.id)),
  update: r.update.handler(({ input: { id, version, ...fields } }) => updateProject(id, fields, version)),
  remove: r.remove.handler(async ({ input }) => {
    await removeProject(input.id);
    return { message: 'Project deleted.' };
  }),
  duplicate: r.duplicate.handler(({ input }) => duplicateProject(input.id, input.name)),
  preview: r.preview.handler(async ({ input }) => {
    assertSmall(input.data);
    return { ...(await projectWithElements(input.id)), data: { ...(await sceneData()), ...input.data } };
  }),
};

const elements = {
  listElements: r.listElements.handler(async ({ input }) => {
    await projectOr404(input.id);
    return { elements: await elementsOf(input.id) };
  }),
  createElement: r.createElement.handler(({ input }) => createElement(input.id, input.element)),
  saveElements: r.saveElements.handler(async ({ input }) => {
    const results = await saveElements(input.id, input.edits);
    const saved = results.filter(({ status }) => status === 'saved').length;
    return { results, saved, refused: results.length - saved };
  }),
  reorderElements: r.reorderElements.handler(async ({ input }) => ({
    elements: await reorderElements(input.id, input.elementOrders),
  })),
  updateElement: r.updateElement.handler(({ input: { id, version, ...patch } }) =>
    updateElement(id, patch, version),
  ),
  removeElement: r.removeElement.handler(async ({ input }) => {
    await removeElement(input.id);
    return { message: 'Element deleted.' };
  }),
};

const assets = {
  listAssets: r.listAssets.handler(({ input }) => listAssets(input)),
  uploadAsset: r.uploadAsset.handler(({ input }) => uploadAsset(input.file, input.name, input.tags)),
  startUpload: r.startUpload.handler(({ input }) => startUpload(input)),
  finishUpload: r.finishUpload.handler(({ input }) => finishUpload(input.id)),
  setThumbnail: r.setThumbnail.handler(({ input }) => setThumbnail(input.id, input.image)),
  assetUses: r.assetUses.handler(async ({ input }) => ({ uses: await assetUses(input.id) })),
  removeAsset: r.removeAsset.handler(async ({ input }) => {
    await removeAsset(input.id, input.inUse ?? false);
    return { message: 'Asset deleted.' };
  }),
};

const variables = {
  listVariables: r.listVariables.handler(async ({ input }) => ({
    variables: await listVariables(input.category),
  })),
  createVariable: r.createVariable.handler(({ input }) => createVariable(input)),
  initializeSystem: r.initializeSystem.handler(() => initializeSystem()),
};

const exports = {
  createExport: r.createExport.handler(({ input: { id, data, ...options } }) =>
    exportByHand(id, exportOptions.parse(options), data),
  ),
  listExports: r.listExports.handler(({ input }) => listExports(input.id, input.page, input.limit)),
  getExport: r.getExport.handler(async ({ input }) => exportAnswer(await exportOr404(input.id))),
  exportStatus: r.exportStatus.handler(({ input }) => exportStatus(input.id)),
  downloadExport: r.downloadExport.handler(({ input }) => downloadExport(input.id)),
  removeExport: r.removeExport.handler(async ({ input }) => {
    await removeExport(input.id);
    return { message: 'Export deleted successfully' };
  }),
};

const publishing = {
  publish: r.publish.handler(({ input: { id, ...options } }) => publish(id, options)),
  unpublish: r.unpublish.handler(async ({ input }) => {
    await unpublish(input.id);
    return { message: 'The project is no longer published.' };
  }),
  publication: r.publication.handler(({ input }) => publication(input.id)),
  publicContent: r.publicContent.handler(({ input }) => publicContent(input.publicId)),
  publicWins: r.publicWins.handler(({ input }) => publicWins(input.publicId)),
  publicWeather: r.publicWeather.handler(({ input }) => publicWeather(input.publicId)),
  publicCharts: r.publicCharts.handler(({ input }) => publicCharts(input.publicId)),
  publicFloor: r.publicFloor.handler(({ input }) => publicFloor(input.publicId)),
};

export const routes = r.router({
  ...projects,
  ...elements,
  ...assets,
  ...variables,
  ...exports,
  ...personalised,
  ...publishing,
  ...forms,
  ...templates,
  ...bulkExports,
  ...brand,
  ...samples,
  ...versions,
  ...presence,
  ...folders,
});
