import * as z from 'zod';
import { contentExport, entityId, exportOptions, timestamp } from './content.ts';

/** Many projects in one zip. */
export const bulkExport = z.strictObject({
  id: entityId,
  exportType: exportOptions.shape.exportType,
  /** `{zipName}.zip` */
  filename: z.string(),
  status: contentExport.shape.status,
  /** Percent. */
  progress: z.number().min(0).max(100),
  /** What is being done now, or why it failed. */
  message: z.string(),
  projectCount: z.number().int(),
  /** Projects that are not in the zip, and why. */
  failures: z.array(z.strictObject({ projectId: entityId, reason: z.string() })),
  fileSize: z.number().int().nullable(),
  /** Downloads the zip for ten minutes; null until it is completed. */
  downloadUrl: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type BulkExport = z.output<typeof bulkExport>;
