import { useEffect, useMemo, useState } from 'react';
import type { Element } from '#shared/model/content.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { typeNameOf } from '#shared/scene/known-types.ts';
import { onPictureSettled, sceneAssets } from '../scene/assets.ts';

/** Elements that are nothing but one picture or video, and the property that holds its address. */
const sources: Record<string, { key: string; kind: 'image' | 'video' }> = {
  image: { key: 'src', kind: 'image' },
  standard_photo: { key: 'imageUrl', kind: 'image' },
  video: { key: 'src', kind: 'video' },
  video_player: { key: 'src', kind: 'video' },
};

function sourceOf(element: Element) {
  const source = sources[typeNameOf(element)];
  const url = source && element.properties[source.key];
  // Without an address nothing has failed: the element asks for one.
  return source && typeof url === 'string' && url !== '' ? { kind: source.kind, url } : undefined;
}

/** Whether a video's beginning loads; the caller's signal gives it up. */
function watchVideo(url: string, onFailed: () => void): () => void {
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  video.onerror = onFailed;
  video.src = url;
  return () => {
    video.onerror = null;
    video.removeAttribute('src');
    video.load();
  };
}

/** Ids of the elements whose image or video does not load. Grows as the answers come. */
export function useFailedMedia(elements: readonly Element[]): ReadonlySet<string> {
  const [, setSettled] = useState(0);
  const [failedVideos, setFailedVideos] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => onPictureSettled(() => setSettled((times) => times + 1)), []);
  const videos = useMemo(() => {
    const urls = elements.flatMap((element) => {
      const source = sourceOf(element);
      return source?.kind === 'video' && isMediaSource(source.url) ? source.url : [];
    });
    return [...new Set(urls)].join('\n');
  }, [elements]);
  useEffect(() => {
    const stops = videos
      .split('\n')
      .filter(Boolean)
      .map((url) => watchVideo(url, () => setFailedVideos((failed) => new Set([...failed, url]))));
    return () => {
      for (const stop of stops) stop();
    };
  }, [videos]);

  const failed = elements.flatMap((element) => {
    const source = sourceOf(element);
    if (!source) return [];
    const fails =
      !isMediaSource(source.url) ||
      (source.kind === 'image'
        ? sceneAssets.image(source.url).state === 'error'
        : failedVideos.has(source.url));
    return fails ? element.id : [];
  });
  const key = failed.join(' ');
  return useMemo(() => new Set(key.split(' ').filter(Boolean)), [key]);
}
