import { browserLayers } from '#shared/scene/browser-layers.ts';
import { drawElement } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { newElement } from '#shared/scene/registry.ts';

/* Our effects for a peer's composition, bundled to remotion/effects.generated.js. */

const opacities: Record<string, number> = { matrix_rain: 0.6 };
const elements = new Map<string, ReturnType<typeof newElement>>();
const createLayer = browserLayers();
const assets: SceneEnv['assets'] = { image: () => ({ state: 'error', width: 0, height: 0 }) };

function elementOf(name: string) {
  const known = elements.get(name);
  if (known) return known;
  const element = {
    ...newElement(name, { id: name, x: 0, y: 0, layerOrder: 0 }),
    size: { width: 1920, height: 1080 },
    opacity: opacities[name] ?? 1,
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
