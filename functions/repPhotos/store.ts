import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import {
  type RepPhotoFeature,
  repPhoto,
  repPhotoFeatures,
  repPhotoHistory,
  repPicture,
} from '#shared/model/rep-photo.ts';

/** What is stored of a picture's files: they lie in one folder of the tenant's media. */
const files = z.object({
  ...repPicture.pick({ fileSize: true, mimeType: true, uploadedAt: true }).shape,
  folder: z.string(),
  previewType: z.enum(['image/jpeg', 'image/png']),
});
export type StoredPicture = z.output<typeof files>;

/** One for an address: its id follows from it, so that no two can be added at once. */
const Photos = entity('repPhoto', {
  fields: files.extend({
    photoId: z.string(),
    ...repPhoto.pick({ repEmail: true, repName: true, repTitle: true, crop: true }).shape,
    addedBy: z.string(),
  }),
  key: { partition: [], sort: ['photoId'], casing: 'none' },
});
export type StoredPhoto = Stored<typeof Photos>;

/** The photo of reps who have none: one item. */
const Fallbacks = entity('repPhotoFallback', { fields: files, key: { partition: [], sort: [] } });

const History = entity('repPhotoHistory', {
  fields: repPhotoHistory.omit({ id: true }).extend({ entryId: z.string(), expiresAt: z.number() }),
  key: { partition: [], sort: ['entryId'] },
});
export type HistoryItem = Stored<typeof History>;

/** How often a photo was seen and taken somewhere, on a day in UTC. */
const Uses = entity('repPhotoUse', {
  fields: z.object({
    day: z.string(),
    photoId: z.string(),
    feature: z.enum(Object.keys(repPhotoFeatures) as [RepPhotoFeature, ...RepPhotoFeature[]]),
    views: z.number().int(),
    downloads: z.number().int(),
    expiresAt: z.number(),
  }),
  key: { partition: [], sort: ['day', 'photoId', 'feature'], casing: 'none' },
});
export type UseItem = Stored<typeof Uses>;

/** @param repEmail in small letters */
export const photoIdOf = (repEmail: string): string => deterministicId('rph', String(tenantOf()), repEmail);

export const alreadyThere = () =>
  conflict('Photo already exists for this email. Enable "Replace existing" to overwrite.');

export const everyPhoto = (): Promise<StoredPhoto[]> => Photos.all('key');
export const findPhoto = (photoId: string) => Photos.find({ photoId });
export const findPhotoOf = (repEmail: string) => findPhoto(photoIdOf(repEmail.trim().toLowerCase()));

export const findPhotosOf = (repEmails: string[]): Promise<StoredPhoto[]> =>
  Photos.findMany(repEmails.map((email) => ({ photoId: photoIdOf(email) })));

/** @throws 404 */
export async function photoOr404(photoId: string): Promise<StoredPhoto> {
  const photo = await findPhoto(photoId);
  if (!photo) throw notFound('The photo');
  return photo;
}

/** Refused with 409 where the address has a photo, unless it is to be replaced. */
export const photoWrite = (photo: StoredPhoto, replace: boolean): object =>
  replace ? Photos.put(photo) : Photos.insert(photo, alreadyThere());

/** Refused with 404 where the photo has gone or was replaced since. */
export const cropWrite = (
  { photoId, folder }: StoredPhoto,
  change: Pick<StoredPhoto, 'crop' | 'folder' | 'previewType'>,
): object =>
  Photos.patch({ photoId })
    .set(change)
    .params({
      where: (at, { eq }) => eq(at.folder, folder),
      error: conflict('Somebody has replaced this photo since you opened it. Reload it and try again.'),
    });
export const photoRemoval = (photoId: string): object => Photos.remove({ photoId });

export const findFallback = () => Fallbacks.find({});
export const fallbackWrite = (picture: StoredPicture): object => Fallbacks.put(picture);

export const historyWrite = (item: HistoryItem): object => History.insert(item);
export const historyPage = async (limit: number): Promise<HistoryItem[]> =>
  (await History.query('key').go({ order: 'desc', limit, pages: 'all', count: limit })).data;

/** A page of what was done, the earliest first. */
export async function everyHistoryPage(cursor: string | null, limit: number) {
  const page = await History.query('key').go({ cursor, limit, consistent: true });
  return { entries: page.data, cursor: page.cursor };
}
/** The write that takes whom it was about out of an entry. */
export const eraseHistory = ({ entryId }: HistoryItem): object =>
  History.patch({ entryId }).set({ repEmail: '', repName: '', details: '' }).params();

export const useAddition = ({ day, photoId, feature, expiresAt, views, downloads }: UseItem): object =>
  Uses.upsert({ day, photoId, feature }).set({ expiresAt }).add({ views, downloads }).params();
export const usesSince = async (day: string): Promise<UseItem[]> =>
  (await Uses.query('key').gte({ day }).go({ pages: 'all' })).data;
