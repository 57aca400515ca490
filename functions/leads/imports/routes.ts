import { routesOf } from '#functions/kernel/http.ts';
import { leads } from '#shared/api/leads.ts';
import { exportOf, listExports, startExport } from '../exports/use-cases.ts';
import { listMappings, removeMapping, saveMapping } from './mappings.ts';
import { previewImport } from './preview.ts';
import {
  cancelImport,
  importOf,
  importReasons,
  listImports,
  rejectedRows,
  resumeImport,
  startImport,
  startImportOfForm,
  startUpload,
  undoImport,
  uploadKey,
} from './use-cases.ts';

const r = routesOf(leads);

export const importRoutes = {
  startImportUpload: r.startImportUpload.handler(() => startUpload()),
  previewImport: r.previewImport.handler(({ input: { uploadId, filename, mapping, options } }) =>
    previewImport(uploadKey(uploadId), filename, mapping, options),
  ),
  startImport: r.startImport.handler(({ input }) => {
    if ('file' in input) return startImportOfForm(input);
    const { uploadId, ...rest } = input;
    return startImport({ ...rest, file: uploadKey(uploadId) });
  }),
  importMappings: r.importMappings.handler(async () => ({ mappings: await listMappings() })),
  saveImportMapping: r.saveImportMapping.handler(({ input }) => saveMapping(input)),
  removeImportMapping: r.removeImportMapping.handler(async ({ input }) => {
    await removeMapping(input.id);
    return { message: 'The mapping has been removed.' };
  }),
  listImports: r.listImports.handler(({ input: { limit, cursor } }) => listImports(limit, cursor)),
  getImport: r.getImport.handler(({ input }) => importOf(input.id)),
  cancelImport: r.cancelImport.handler(({ input }) => cancelImport(input.id)),
  resumeImport: r.resumeImport.handler(({ input }) => resumeImport(input.id)),
  undoImport: r.undoImport.handler(({ input }) => undoImport(input.id)),
  rejectedRows: r.rejectedRows.handler(({ input }) => rejectedRows(input.id, input.reason)),
  importReasons: r.importReasons.handler(async ({ input }) => ({ reasons: await importReasons(input.id) })),
  startExport: r.startExport.handler(({ input }) => startExport(input)),
  listExports: r.listExports.handler(({ input: { limit, cursor } }) => listExports(limit, cursor)),
  getExport: r.getExport.handler(({ input }) => exportOf(input.id)),
};
