import { BrowserAssets } from '#shared/scene/browser-assets.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';

const listeners = new Set<() => void>();

/** Called whenever a picture has been loaded or has failed: draw again. @returns how to stop */
export function onPictureSettled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The pictures of every scene in this tab: thumbnails, canvas and preview share them. */
export const sceneAssets = new BrowserAssets({
  onChange: () => {
    for (const listener of listeners) listener();
  },
});

/** Scratch canvases for translucent elements. */
export const createLayer = browserLayers();
