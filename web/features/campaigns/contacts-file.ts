import { messageLimits } from '#shared/model/message.ts';
import { api } from '#web/app/api.ts';
import { postForm } from '#web/features/content/data/uploads.ts';
import { type ContactFile, rowsOfFile } from './draft.ts';

/** Has the server read a file of contacts; one that is too large to be sent along goes to the bucket first. */
export async function readContacts(file: File): Promise<ContactFile> {
  let uploadId: string | undefined;
  if (file.size > messageLimits.uploadBytes) {
    const upload = await api.campaigns.startUpload({ fileSize: file.size });
    await postForm(upload, new File([file], file.name, { type: 'text/csv' }), {});
    uploadId = upload.uploadId;
  }
  const {
    filename: _,
    columns,
    rows,
    ...read
  } = await api.sms.uploadPreview(uploadId ? { uploadId, filename: file.name.slice(0, 255) } : { file });
  return { file, uploadId, ...read, rows: rowsOfFile(columns, rows) };
}

/** The file as it is given to a campaign. */
export const sentContacts = ({ file, uploadId }: ContactFile) =>
  uploadId ? { uploadId, filename: file.name.slice(0, 255) } : { contacts: file };
