import type { Context } from 'konva/lib/Context';
import type { Layer } from 'konva/lib/Layer';
import type { SceneContext } from '#shared/scene/env.ts';

/**
 * A layer of the stage that is painted whole, at most once in each frame. What Konva draws because React has handed it
 * the layer again changes no picture, and is left out.
 */
export class CanvasLayer {
  readonly #paint: (ctx: SceneContext) => void;
  #layer: Pick<Layer, 'batchDraw' | 'draw'> | null = null;
  #isDue = false;

  /** @param paint onto a context in px of the screen, whatever was painted before still on it */
  constructor(paint: (ctx: SceneContext) => void) {
    this.#paint = paint;
  }

  /** Where React puts the layer. */
  readonly ref = (layer: Pick<Layer, 'batchDraw' | 'draw'> | null): void => {
    this.#layer = layer;
  };

  /** What Konva calls for the one shape of the layer. */
  readonly draw = ({ _context: ctx }: Pick<Context, '_context'>): void => {
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#paint(ctx);
  };

  /** Whether it is painted again before the next frame. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Paints before the next frame, once however often it is asked for. */
  paintSoon(): void {
    this.#isDue = true;
    this.#layer?.batchDraw();
  }

  /** Paints at once: a canvas that changes its size is empty. */
  paintNow(): void {
    this.#isDue = true;
    this.#layer?.draw();
  }
}
