import { notFound } from '#functions/kernel/errors.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import { deleteExport, exportsOf } from './store.ts';
import { exportFiles, exportOr404 } from './use-cases.ts';
import { removeParts } from './video/cleanup.ts';

/** Files first: a removal cut in half leaves an export that can be removed again, never a file without one. */
async function removeFiles(exportId: string): Promise<void> {
  for (const key of await exportFiles().list(`${exportId}/`)) await exportFiles().remove(key);
}

export async function removeExport(exportId: string): Promise<void> {
  await exportOr404(exportId);
  await removeFiles(exportId);
  await removeParts(exportId);
  await commit(deleteExport(exportId)).catch((error) => onRefused(error, () => notFound('The export')));
}

export async function removeExportsOf(projectId: string): Promise<void> {
  for (const { exportId } of await exportsOf(projectId)) await removeExport(exportId);
}
