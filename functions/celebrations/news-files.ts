import { removeExport } from '#functions/content/api.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { type Drawing, findNews, type NewsRecord, newsWrite } from './news-store.ts';
import type { CelebrationKey } from './store.ts';

/** What is drawn of a celebration. */
export const drawingKinds = ['still', 'video'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

export const exportIdOf = (
  kind: DrawingKind,
  { celebrationId }: Pick<CelebrationKey, 'celebrationId'>,
): string => deterministicId('exp', 'celebration', kind, celebrationId);
export const fileOf = (kind: DrawingKind, { token }: Pick<NewsRecord, 'token'>): string =>
  `celebrations/${token}.${kind === 'still' ? 'png' : 'mp4'}`;

/** Whether there are files, or the renderer may still make some. */
export const hasFiles = (news: NewsRecord): boolean =>
  drawingKinds.some((kind) => ['drawing', 'there'].includes(news[kind].state));

/** Removes the picture and the video of a celebration, with the exports that they came from. @returns the news without them */
export async function removeFiles(news: NewsRecord): Promise<NewsRecord> {
  for (const kind of drawingKinds) {
    await bucket('media').remove(fileOf(kind, news));
    await removeExport(exportIdOf(kind, news)).catch((error) => {
      if (!(error instanceof AppError && error.status === 404)) throw error;
    });
  }
  const gone = (one: Drawing): Drawing => (one.state === 'none' ? one : { state: 'gone', path: '' });
  const after = { ...news, still: gone(news.still), video: gone(news.video) };
  await commit(newsWrite(news, after));
  return { ...after, version: news.version + 1 };
}

/** The same by a celebration's key, where it has any. It may be called twice. */
export const removeFilesOf = (key: CelebrationKey): Promise<void> =>
  retryOnConflict(async () => {
    const news = await findNews(key);
    if (news && hasFiles(news)) await removeFiles(news);
  });
