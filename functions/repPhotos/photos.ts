import { actorName, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { AppError, forbidden, notFound } from '#functions/kernel/errors.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import type { RepPhoto, RepPhotoAction, RepPhotoCrop } from '#shared/model/rep-photo.ts';
import { filesOf, pictureView } from './addresses.ts';
import { forgetUpload, keepPicture, originalOf, removeFiles, sentBytes } from './files.ts';
import { noted } from './history.ts';
import { previewsOf, readPicture } from './picture.ts';
import {
  alreadyThere,
  cropWrite,
  everyPhoto,
  fallbackWrite,
  findFallback,
  findPhoto,
  findPhotoOf,
  photoIdOf,
  photoOr404,
  photoRemoval,
  photoWrite,
  type StoredPhoto,
} from './store.ts';

/** Agents see to the photos that they added; who sees all leads, to everybody's. */
const isTheirs = ({ addedBy }: StoredPhoto) => !seesOwnLeadsOnly() || addedBy === actorName();

export const photoView = (stored: StoredPhoto): RepPhoto => ({
  ...pictureView(stored),
  id: stored.photoId,
  repEmail: stored.repEmail,
  repName: stored.repName,
  repTitle: stored.repTitle,
  crop: stored.crop,
  mayDelete: isTheirs(stored),
});

/** Photos by name, some of them; `total` counts all that match. */
export async function listPhotos(search: string | undefined, limit: number) {
  const needle = search?.toLowerCase() ?? '';
  const found = (await everyPhoto())
    .filter(({ repEmail, repName }) => `${repEmail}\n${repName.toLowerCase()}`.includes(needle))
    .sort((one, other) => (one.repName || one.repEmail).localeCompare(other.repName || other.repEmail));
  return { assets: found.slice(0, limit).map(photoView), total: found.length };
}

/** @throws 404 */
export async function photoByEmail(repEmail: string): Promise<RepPhoto> {
  const found = await findPhotoOf(repEmail);
  if (!found) throw new AppError(404, 'no_photo', 'No photo found for this email address');
  return photoView(found);
}

export interface Rep {
  repEmail: string;
  repName: string;
  repTitle: string;
  /** The square that is shown; without it, where the eye is drawn to. */
  crop?: RepPhotoCrop | undefined;
}

/**
 * Adds the photo of a rep, or puts it in the place of the one they have.
 * @param bytes answers the picture; asked for only where the rep may have it
 * @param action what it is a part of, for the history
 * @throws 400, 409 where they have one and it is not to be replaced, 413
 */
export async function addPhoto(
  { crop, ...rep }: Rep,
  bytes: () => Promise<Buffer>,
  replace: boolean,
  action: RepPhotoAction = 'upload',
): Promise<RepPhoto> {
  const photoId = photoIdOf(rep.repEmail);
  try {
    const before = await findPhoto(photoId);
    if (before && !replace) throw alreadyThere();
    const picture = await keepPicture(photoId, await readPicture(await bytes(), crop));
    const photo: StoredPhoto = {
      ...picture,
      photoId,
      repEmail: rep.repEmail,
      repName: rep.repName || before?.repName || '',
      repTitle: rep.repTitle || before?.repTitle || '',
      crop: crop ?? null,
      addedBy: before?.addedBy ?? actorName(),
    };
    const shownAs = before && action === 'upload' ? 'replace' : action;
    await commit(
      photoWrite(photo, replace),
      noted({ ...rep, repName: photo.repName, action: shownAs }),
    ).catch(async (error) => {
      await removeFiles(picture.folder);
      throw error;
    });
    return photoView(photo);
  } catch (error) {
    if (error instanceof AppError)
      await writeOne(
        noted({
          ...rep,
          action,
          result: error.status === 409 ? 'skipped' : 'failed',
          details: error.message,
        }),
      );
    throw error;
  }
}

export async function uploadPhoto(
  rep: Rep,
  photo: Blob | undefined,
  uploadId: string | undefined,
  replace: boolean,
): Promise<RepPhoto> {
  const sent = () => sentBytes(photo, uploadId, 'Please select a file and enter an email');
  const added = await addPhoto(rep, sent, replace);
  await forgetUpload(uploadId);
  return added;
}

/** Says by hand which square of a photo is shown, or has it centred by itself again. @throws 403, 404, 409 */
export async function cropPhoto(photoId: string, crop: RepPhotoCrop | null): Promise<RepPhoto> {
  const before = await photoOr404(photoId);
  assertTheirs(before);
  const original = await originalOf(before);
  if (!original) throw notFound('The file of the photo');
  const previews = await previewsOf(original, crop);
  const { folder, previewType } = await keepPicture(photoId, {
    original,
    mimeType: before.mimeType,
    ...previews,
  });
  const change = { crop, folder, previewType };
  await commit(cropWrite(before, change), noted({ ...before, action: 'crop' })).catch(async (error) => {
    await removeFiles(folder);
    throw error;
  });
  return photoView({ ...before, ...change });
}

/** Deletes a photo with all that it ever was. @throws 403 for another's, unless an admin does; 404 */
export async function removePhoto(photoId: string): Promise<void> {
  const photo = await photoOr404(photoId);
  assertTheirs(photo);
  // The files first: what is cut off here can be deleted again, and no file is left that nothing names.
  await removeFiles(filesOf(photoId));
  await commit(photoRemoval(photoId), noted({ ...photo, action: 'delete' }));
}

function assertTheirs(photo: StoredPhoto): void {
  if (!isTheirs(photo)) throw forbidden('You do not have permission for this action');
}

export async function fallback() {
  const stored = await findFallback();
  return { photo: stored ? pictureView(stored) : null };
}

/** Sets the photo that stands for reps who have none. @throws 400, 413 */
export async function setFallback(photo: Blob | undefined, uploadId: string | undefined) {
  const before = await findFallback();
  const bytes = await sentBytes(photo, uploadId, 'Please select a file');
  const stored = await keepPicture('fallback', await readPicture(bytes));
  await commit(fallbackWrite(stored), noted({ action: 'fallback' }));
  await forgetUpload(uploadId);
  if (before) await removeFiles(before.folder);
  return { photo: pictureView(stored) };
}
