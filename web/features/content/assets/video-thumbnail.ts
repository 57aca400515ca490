import type { Asset } from '#shared/model/content.ts';
import { api, query } from '#web/app/api.ts';
import { refreshLists } from '../data/refresh.ts';
import { taken, thumbnailTime } from './thumbnail-time.ts';

/** A JPEG of a video, in base64. @throws when it does not load, takes over 10 s, or cannot be drawn */
async function takePicture(url: string): Promise<string> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.playsInline = true;
  const came = (name: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(name, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error('The video did not load.')), { once: true });
    });
  const draw = async () => {
    const loaded = came('loadeddata');
    video.src = url;
    await loaded;
    const sought = came('seeked');
    video.currentTime = thumbnailTime(video.duration);
    await sought;
    const scale = Math.min(1, taken.width / video.videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas to draw on.');
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const [, data] = canvas.toDataURL('image/jpeg', taken.quality).split(',');
    if (!data) throw new Error('The picture is empty.');
    return data;
  };
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new Error('The video took too long.')), taken.timeoutMs);
  });
  try {
    return await Promise.race([draw(), late]);
  } finally {
    window.clearTimeout(timer);
    video.removeAttribute('src');
    video.load();
  }
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
