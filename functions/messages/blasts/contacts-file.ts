import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { importFiles, previewImport } from '#functions/leads/api.ts';
import { importOptions } from '#shared/model/lead-import.ts';
import { messageLimits } from '#shared/model/message.ts';

const phoneFields = ['phone', 'mobile', 'homePhone', 'workPhone'];

/** What somebody gives: a file, or the id of one that has been uploaded. */
export interface GivenContacts {
  file?: Blob | undefined;
  uploadId?: string | undefined;
  filename?: string | undefined;
}

const uploadKey = (uploadId: string) => `contacts/uploads/${uploadId}.csv`;

/** A form for uploading a file of contacts straight to the bucket. */
export async function startContactsUpload() {
  const uploadId = newId('upl');
  const form = await importFiles().uploadForm(uploadKey(uploadId), 'text/csv', messageLimits.contactsBytes);
  return { uploadId, url: form.url, fields: form.fields };
}

/** @throws 400, 413 */
async function givenFile({ file, uploadId, filename = 'contacts.csv' }: GivenContacts): Promise<Blob> {
  if (file) {
    if (file.size <= messageLimits.uploadBytes) return file;
    throw new AppError(
      413,
      'payload_too_large',
      'A file of more than 4 MB is uploaded by POST /campaigns/uploads, up to 10 MB.',
      { details: { maxBytes: messageLimits.uploadBytes, bytes: file.size } },
    );
  }
  if (!uploadId) throw badRequest('Please choose a file.', { field: 'contacts' });
  const uploaded = await importFiles().get(uploadKey(uploadId));
  if (!uploaded) throw badRequest('The file has not arrived yet. Upload it first.', { field: 'uploadId' });
  return new File([new Uint8Array(uploaded)], filename, { type: 'text/csv' });
}

/** Puts a file of contacts into the bucket, one of its own for each who reads it. @throws 400, 413 */
async function keepContacts(given: GivenContacts): Promise<{ key: string; filename: string }> {
  const file = await givenFile(given);
  if (file.size === 0) throw badRequest('The file is empty.');
  const key = `contacts/${newId('upl')}.csv`;
  await importFiles().put(key, Buffer.from(await file.arrayBuffer()), 'text/csv');
  return { key, filename: (file instanceof File && file.name.slice(0, 255)) || 'contacts.csv' };
}

/** Keeps a file of contacts, and says what it holds. @throws 400, 413 */
export async function readContacts(given: GivenContacts) {
  const { key, filename } = await keepContacts(given);
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
