import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { importFiles, previewImport } from '#functions/leads/api.ts';
import { importOptions } from '#shared/model/lead-import.ts';
import { messageLimits } from '#shared/model/message.ts';

const phoneFields = ['phone', 'mobile', 'homePhone', 'workPhone'];

/** Puts a file of contacts into the bucket. @throws 400, 413 */
async function keepContacts(file: Blob): Promise<{ key: string; filename: string }> {
  if (file.size === 0) throw badRequest('The file is empty.');
  if (file.size > messageLimits.uploadBytes)
    throw new AppError(
      413,
      'payload_too_large',
      'A file of contacts may have 4 MB. Import larger ones as leads first.',
      {
        details: { maxBytes: messageLimits.uploadBytes, bytes: file.size },
      },
    );
  const key = `contacts/${newId('upl')}.csv`;
  await importFiles().put(key, Buffer.from(await file.arrayBuffer()), 'text/csv');
  return { key, filename: (file instanceof File && file.name.slice(0, 255)) || 'contacts.csv' };
}

/** Keeps a file of contacts, and says what it holds. @throws 400, 413 */
export async function readContacts(file: Blob) {
  const { key, filename } = await keepContacts(file);
  const { columns, preview, rows, mapping } = await previewImport(
    key,
    filename,
    undefined,
    importOptions.parse({}),
  );
  return {
    key,
    filename,
    columns: columns.map(({ header, guess }) => ({ header, field: guess })),
    rows: preview,
    count: rows.count,
    hasPhone: mapping.some(({ field }) => phoneFields.includes(field)),
  };
}

/** Of a file that nobody can be texted by. */
export const withoutPhones = (): AppError =>
  badRequest('No column of the file holds phone numbers. Please name one Phone or Mobile.');

/** What a file of contacts holds. Nothing is made of it. @throws 400, 413 */
export async function previewContacts(file: Blob) {
  const { key, ...read } = await readContacts(file);
  await importFiles().remove(key);
  return read;
}
