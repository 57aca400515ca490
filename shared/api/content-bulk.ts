import { z } from 'zod';
import { bulkExport } from '../model/bulk-export.ts';
import { contentLimits, exportOptions } from '../model/content.ts';
import { id, route } from './contract.ts';

/** Many projects exported into one zip. */
export const bulkExports = {
  bulkExport: route(
    'POST',
    '/content/projects/bulk-export',
    'content.export',
    'Export many projects into one zip; ask for it at /content/bulk-exports/{id}',
    { status: 202 },
  )
    .input(
      z.strictObject({
        projectIds: z
          .array(id('prj'))
          .min(1, 'Please select at least one project')
          .max(contentLimits.bulkProjects)
          .refine((ids) => new Set(ids).size === ids.length, 'Each project may be named once'),
        exportType: exportOptions.shape.exportType,
        options: exportOptions
          .omit({ exportType: true, pageId: true })
          .extend({ exportType: exportOptions.shape.exportType.optional() })
          .prefault({}),
      }),
    )
    .output(bulkExport),
  listBulkExports: route(
    'GET',
    '/content/bulk-exports',
    'content.export',
    'Bulk exports of the last 30 days, newest first',
  )
    .input(z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }))
    .output(z.object({ bulkExports: z.array(bulkExport) })),
  getBulkExport: route(
    'GET',
    '/content/bulk-exports/{id}',
    'content.export',
    'How far a bulk export is, and its file',
  )
    .input(z.strictObject({ id: id('blk') }))
    .output(bulkExport),
};
