import { clock } from '#functions/kernel/clock.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { type RepPhotoFeature, type RepPhotoPeriod, repPhotoPeriods } from '#shared/model/rep-photo.ts';
import { everyPhoto, photoOr404, useAddition, usesSince } from './store.ts';

const dayMs = 86_400_000;
/** Two years: the longest period is one. */
const keptSeconds = 730 * 86_400;
const mostViewed = 10;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The write that counts a use of a photo. */
export const countedUse = (
  photoId: string,
  feature: RepPhotoFeature,
  kind: 'view' | 'download' = 'view',
): object =>
  useAddition({
    photoId,
    feature,
    day: dayOf(clock.now()),
    views: kind === 'view' ? 1 : 0,
    downloads: kind === 'download' ? 1 : 0,
    expiresAt: clock.seconds() + keptSeconds,
  });

/** @throws 404 */
export async function trackUse(photoId: string, feature: RepPhotoFeature, kind: 'view' | 'download') {
  await photoOr404(photoId);
  await writeOne(countedUse(photoId, feature, kind));
}

/** What was counted in the days up to today (UTC). Photos that have gone count, and are not named. */
export async function usage(period: RepPhotoPeriod) {
  const since = dayOf(clock.now() - (repPhotoPeriods[period] - 1) * dayMs);
  const [photos, uses] = await Promise.all([everyPhoto(), usesSince(since)]);
  const usageByFeature = { contentCreator: 0, celebrationVideos: 0, emailSignatures: 0, other: 0 };
  const viewsOf = new Map<string, number>();
  let totalViews = 0;
  let totalDownloads = 0;
  for (const { photoId, feature, views, downloads } of uses) {
    usageByFeature[feature] += views + downloads;
    totalViews += views;
    totalDownloads += downloads;
    viewsOf.set(photoId, (viewsOf.get(photoId) ?? 0) + views);
  }
  const mostViewedPhotos = photos
    .map(({ photoId, repName, repEmail }) => ({ repName, repEmail, views: viewsOf.get(photoId) ?? 0 }))
    .filter(({ views }) => views > 0)
    .sort((one, other) => other.views - one.views)
    .slice(0, mostViewed);
  return { period, totalPhotos: photos.length, totalViews, totalDownloads, mostViewedPhotos, usageByFeature };
}
