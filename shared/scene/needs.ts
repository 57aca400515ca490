import { inLayerOrder } from '#shared/model/layers.ts';
import { backgroundOf, pagesOf } from '#shared/model/pages.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import type { MediaUse } from './element-type.ts';
import type { Scene, SceneEnv } from './env.ts';
import { defaultFont } from './fonts.ts';
import { drawableOf, typeOf } from './known-types.ts';
import { backgroundPlay } from './paint/video.ts';
import { fontOf, readTextStyle } from './text/style.ts';

/** A font that will be drawn with, and the characters it will draw. */
export interface FontNeed {
  /** CSS font shorthand. */
  font: string;
  sample: string;
}

const visible = (scene: Scene) => inLayerOrder(scene.elements).filter((element) => element.isVisible);

/** Every picture that drawing the scene will ask for, each once. */
export function imagesOf(scene: Scene, env: SceneEnv): string[] {
  const behind = pagesOf(scene).map((page) => {
    const background = backgroundOf(scene, page);
    if (background.type === 'image') return background.imageUrl;
    return background.type === 'video' ? background.poster : '';
  });
  const urls = visible(scene).flatMap(
    (element) => typeOf(element).images?.(drawableOf(element, env.seed), env) ?? [],
  );
  return [...new Set([...behind, ...urls].filter(isMediaSource))];
}

/** Every clip that a page plays, or a scene of one page; the background's loops without sound (specification, section 1). */
export function mediaOf(scene: Scene, env: SceneEnv): (MediaUse & { elementId?: string })[] {
  const { canvasBackground: background } = scene;
  const behind: MediaUse[] =
    background.type === 'video' ? [{ ...backgroundPlay, kind: 'video', url: background.url }] : [];
  const used = visible(scene).flatMap((element) =>
    (typeOf(element).media?.(drawableOf(element, env.seed), env) ?? []).map((use) => ({
      ...use,
      elementId: element.id,
    })),
  );
  return [...behind, ...used].filter(({ url }) => isMediaSource(url));
}

/** Every font that drawing the scene will use, with the characters it has to hold: load these before drawing. */
export function fontsOf(scene: Scene, env: SceneEnv): FontNeed[] {
  const samples = new Map<string, Set<string>>();
  const need = (font: string, text: string) => {
    const sample = samples.get(font) ?? new Set();
    for (const character of text) sample.add(character);
    samples.set(font, sample);
  };
  // Placeholders, too, are drawn with the default font.
  need(`500 16px "${defaultFont}"`, 'Failed to load image');
  for (const element of visible(scene)) {
    const drawable = drawableOf(element, env.seed);
    const text = typeOf(element).text?.(drawable, env);
    // Both cases, as a text may be transformed when it is drawn.
    if (!text) continue;
    const style = { ...readTextStyle(drawable.styles), fontSize: 16 };
    const sample = `${text}${text.toUpperCase()}…`;
    for (const fontWeight of [style.fontWeight, ...(typeOf(element).weights ?? [])])
      need(fontOf({ ...style, fontWeight }), sample);
    for (const part of typeOf(element).fonts?.(drawable) ?? []) need(fontOf({ ...style, ...part }), sample);
  }
  return [...samples].map(([font, sample]) => ({ font, sample: [...sample].join('') }));
}
