import type { Asset } from '#shared/model/content.ts';
import { api, query } from '#web/app/api.ts';
import { refreshLists } from '../data/refresh.ts';
import { frameOfVideo } from '../scene/video-frame.ts';
import { taken, thumbnailTime } from './thumbnail-time.ts';

/** A JPEG of a video, in base64. @throws when it does not load, takes over 10 s, or cannot be drawn */
async function takePicture(url: string): Promise<string> {
  const { width, timeoutMs, quality } = taken;
  const canvas = await frameOfVideo(url, { at: thumbnailTime, maxWidth: width, timeoutMs });
  const [, data] = canvas.toDataURL('image/jpeg', quality).split(',');
  if (!data) throw new Error('The picture is empty.');
  return data;
}

const begun = new Set<string>();
let queue: Promise<unknown> = Promise.resolve();

/** Takes and keeps a video's picture, one video after the other and each once; a failure is only logged. */
export function wantThumbnail({ id, publicUrl }: Pick<Asset, 'id' | 'publicUrl'>): void {
  if (begun.has(id)) return;
  begun.add(id);
  queue = queue.then(async () => {
    try {
      await api.content.setThumbnail({ id, image: await takePicture(publicUrl) });
      await refreshLists(query.content.listAssets.key());
    } catch (error) {
      console.warn('No thumbnail could be made of a video.', id, error);
    }
  });
}
