import type { Element } from '#shared/model/content.ts';
import type { SceneEnv, SceneImage } from '../env.ts';
import { newElement } from '../registry.ts';
import { sampleData } from '../variables.ts';

/** Surroundings for a drawing in a test; pictures answer as listed, and fail otherwise. */
export function testEnv(changes: Partial<SceneEnv> & { images?: Record<string, SceneImage> } = {}): SceneEnv {
  const { images = {}, ...rest } = changes;
  const failed: SceneImage = { state: 'error', width: 0, height: 0, reason: 'failed' };
  return {
    data: sampleData,
    t: 0,
    seed: 1,
    assets: { image: (url) => images[url] ?? failed },
    fonts: { version: 0 },
    ...rest,
  };
}

/** A loaded picture of a size; a recording context does not look into it. */
export function testImage(width: number, height: number): SceneImage {
  return { state: 'loaded', image: { width, height } as unknown as CanvasImageSource, width, height };
}

/** A new element of a type at (100, 100), with changes. */
export function testElement(type: string, changes: Partial<Element> = {}): Element {
  const element = newElement(type, { id: `el_${type}`, x: 100, y: 100, layerOrder: 0 });
  return { ...element, ...changes, properties: { ...element.properties, ...changes.properties } };
}
