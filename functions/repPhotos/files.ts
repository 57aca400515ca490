import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { newId, randomToken } from '#functions/kernel/ids.ts';
import { repPhotoLimits as limits } from '#shared/model/rep-photo.ts';
import { filesOf, originalKey, previewKey, sizes } from './addresses.ts';
import { type Picture, photoTooLarge } from './picture.ts';
import type { StoredPicture } from './store.ts';

/** Signs and mails show photos, so they lie where the CDN serves files; each photo in a new folder. */
const media = () => bucket('media');
const uploads = () => bucket('uploads');
const uploadKey = (uploadId: string) => `rep-photos/${uploadId}`;

/** A photo that is deleted is gone from caches within a minute. */
const cacheControl = 'public, max-age=60, stale-if-error=86400';

/** Lays a picture down in a folder of its own. @param name the photo's id, or 'fallback' */
export async function keepPicture(name: string, picture: Picture): Promise<StoredPicture> {
  const stored: StoredPicture = {
    folder: `${filesOf(name)}/${randomToken(9)}`,
    mimeType: picture.mimeType,
    previewType: picture.previewType,
    fileSize: picture.original.length,
    uploadedAt: clock.iso(),
  };
  await Promise.all([
    media().put(originalKey(stored), picture.original, stored.mimeType, cacheControl),
    ...sizes.map((size) =>
      media().put(previewKey(stored, size), picture.previews[size], stored.previewType, cacheControl),
    ),
  ]);
  return stored;
}

export const originalOf = (stored: StoredPicture) => media().get(originalKey(stored));

/** Removes the files of one folder, or of a photo with all that it ever was. */
export const removeFiles = (folder: string): Promise<void> => media().removeAll(`${folder}/`);

/** A form for uploading a photo straight to the bucket; what is not fetched within a day is removed by it. */
export async function startUpload(mimeType: string, fileSize: number) {
  const uploadId = newId('upl');
  const { url, fields } = await uploads().uploadForm(uploadKey(uploadId), mimeType, fileSize);
  return { uploadId, url, fields };
}

/**
 * The bytes that somebody sent, in the call or by a form.
 * @param missing the sentence where neither was
 * @throws 400, 413
 */
export async function sentBytes(
  photo: Blob | undefined,
  uploadId: string | undefined,
  missing: string,
): Promise<Buffer> {
  if (photo) {
    if (photo.size > limits.callBytes)
      throw new AppError(
        413,
        'payload_too_large',
        'A photo of more than 4.5 MB is uploaded by POST /sales-rep-photos/upload-form.',
        { details: { maxBytes: limits.callBytes } },
      );
    return Buffer.from(await photo.arrayBuffer());
  }
  if (!uploadId) throw badRequest(missing, { field: 'photo' });
  const stat = await uploads().stat(uploadKey(uploadId));
  if (!stat) throw badRequest('The photo has not arrived yet. Upload it first.', { field: 'uploadId' });
  if (stat.size > limits.bytes) throw photoTooLarge();
  const bytes = await uploads().get(uploadKey(uploadId));
  if (!bytes) throw badRequest('The photo has not arrived yet. Upload it first.', { field: 'uploadId' });
  return bytes;
}

export async function forgetUpload(uploadId: string | undefined): Promise<void> {
  if (uploadId) await uploads().remove(uploadKey(uploadId));
}
