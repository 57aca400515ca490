import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { bulkExport, listBulkExports, startBulkExport } from './use-cases.ts';

const r = routesOf(content);

export const bulkExports = {
  bulkExport: r.bulkExport.handler(({ input: { projectIds, exportType, options } }) =>
    startBulkExport(projectIds, { ...options, exportType }),
  ),
  listBulkExports: r.listBulkExports.handler(({ input }) => listBulkExports(input.limit)),
  getBulkExport: r.getBulkExport.handler(({ input }) => bulkExport(input.id)),
};
