import { BrowserAssets } from '#shared/scene/browser-assets.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';
import type { SceneImage } from '#shared/scene/env.ts';
import { api } from '#web/app/api.ts';
import { VideoStills } from './video-stills.ts';

const isElsewhere = (url: string) =>
  /^https?:/i.test(url) && URL.canParse(url) && new URL(url).origin !== location.origin;

const listeners = new Set<() => void>();

/** Called whenever a picture has been loaded or has failed: draw again. @returns how to stop */
export function onPictureSettled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tellListeners = () => {
  for (const listener of listeners) listener();
};

/** Pictures, and one frame of each video. */
class StillAssets extends BrowserAssets {
  readonly framesStandStill = true;
  readonly #videos = new VideoStills(tellListeners);

  frame(url: string): SceneImage | undefined {
    return this.#videos.frame(url);
  }

  override get settled(): boolean {
    return super.settled && this.#videos.settled;
  }
}

/** The pictures of every scene in this tab: thumbnails, canvas and preview share them. */
export const sceneAssets = new StillAssets({
  // As the renderer does, so that what is shown here is what an export can show.
  resolve: (url) => (isElsewhere(url) ? api.proxy.image({ url }) : url),
  onChange: tellListeners,
});

/** Scratch canvases for translucent elements. */
export const createLayer = browserLayers();
