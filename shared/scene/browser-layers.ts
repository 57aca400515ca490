import type { Layer, SceneContext } from './env.ts';

/** Scratch canvases kept for the next element: at most this many, the oldest given up first. */
const kept = 4;

/** A `createLayer` for browsers that uses its canvases again. */
export function browserLayers(): (width: number, height: number) => Layer | undefined {
  const free: HTMLCanvasElement[] = [];
  return (width, height) => {
    const fits = free.findIndex((canvas) => canvas.width === width && canvas.height === height);
    const canvas = fits >= 0 ? free.splice(fits, 1)[0]! : document.createElement('canvas');
    if (fits < 0) {
      canvas.width = width;
      canvas.height = height;
    }
    const ctx: SceneContext | null = canvas.getContext('2d');
    if (!ctx) return undefined;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, width, height);
    return {
      canvas,
      ctx,
      release: () => {
        free.push(canvas);
        if (free.length > kept) free.shift();
      },
    };
  };
}
