import type { Element } from '#shared/model/content.ts';
import { browserLayers } from '#shared/scene/browser-layers.ts';
import { drawElement } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { newElement } from '#shared/scene/registry.ts';

/* Our effects for a peer's composition, bundled to remotion/effects.generated.js. */

/** As in scenes.ts: without grounds of their own they hide nothing. */
const transparent = { backgroundColor: 'transparent' };
const changes: Record<string, Partial<Element>> = {
  matrix_rain: { opacity: 0.6, styles: transparent },
  fireworks: { styles: transparent },
};
const elements = new Map<string, ReturnType<typeof newElement>>();
const createLayer = browserLayers();
const assets: SceneEnv['assets'] = { image: () => ({ state: 'error', width: 0, height: 0 }) };

function elementOf(name: string) {
  const known = elements.get(name);
  if (known) return known;
  const made = newElement(name, { id: name, x: 0, y: 0, layerOrder: 0 });
  const element = {
    ...made,
    ...changes[name],
    size: { width: 1920, height: 1080 },
    styles: { ...made.styles, ...changes[name]?.styles },
  };
  elements.set(name, element);
  return element;
}

/** Draws effects over one another as they are at t seconds. */
export function drawEffects(canvas: HTMLCanvasElement, names: string[], t: number): void {
  const ctx = canvas.getContext('2d') as SceneContext;
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  const env: SceneEnv = { data: {}, t, seed: 1, assets, fonts: { version: 0 }, createLayer };
  for (const name of names) drawElement(ctx, elementOf(name), env);
}
