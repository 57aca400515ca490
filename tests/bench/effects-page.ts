import { browserLayers } from '#shared/scene/browser-layers.ts';
import { drawElement } from '#shared/scene/draw.ts';
import { effects } from '#shared/scene/effects/index.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { newElement } from '#shared/scene/registry.ts';

/* What runs in the page: draws an effect frame after frame, waiting each time until its dots are there. */

export interface EffectsPage {
  types: string[];
  /** ms of each frame, of `frames` frames at 30 a second from `from` seconds on. */
  time(type: string, size: { width: number; height: number }, from: number, frames: number): number[];
}

const createLayer = browserLayers();

const page: EffectsPage = {
  types: effects.map(({ type }) => type),
  time(type, size, from, frames) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, size);
    const ctx: SceneContext = canvas.getContext('2d')!;
    const element = { ...newElement(type, { id: `el_${type}`, x: 0, y: 0, layerOrder: 0 }), size };
    const env: SceneEnv = {
      data: {},
      t: 0,
      seed: 1,
      assets: { image: () => ({ state: 'error', width: 0, height: 0 }) },
      fonts: { version: 0 },
      createLayer,
      onError: (_, error) => {
        throw error;
      },
    };
    return Array.from({ length: frames }, (_, frame) => {
      const began = performance.now();
      ctx.clearRect(0, 0, size.width, size.height);
      drawElement(ctx, element, { ...env, t: from + frame / 30 });
      // Drawing is recorded and done when somebody looks.
      ctx.getImageData(0, 0, 1, 1);
      return performance.now() - began;
    });
  },
};

Object.assign(window, { bench: page });
