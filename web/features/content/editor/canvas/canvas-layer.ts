import type { Context } from 'konva/lib/Context';
import type { Layer } from 'konva/lib/Layer';
import type { Size } from '#shared/model/geometry.ts';
import type { SceneContext } from '#shared/scene/env.ts';

type LayerOfStage = Pick<Layer, 'batchDraw' | 'draw' | 'getNativeCanvasElement'>;

/**
 * A layer of the stage that is painted whole, at most once in each frame. What Konva draws because React has handed it
 * the layer again changes no picture, and is left out.
 */
export class CanvasLayer {
  readonly #paint: (ctx: SceneContext) => void;
  #layer: LayerOfStage | null = null;
  /** A new layer is empty: Konva draws it as soon as the stage has it. */
  #isDue = true;
  /** The size of the canvas in its own px when it was painted last. */
  #painted: Size | undefined;

  /** @param paint onto a context in px of the screen, whatever was painted before still on it */
  constructor(paint: (ctx: SceneContext) => void) {
    this.#paint = paint;
  }

  /** Where React puts the layer. */
  readonly ref = (layer: LayerOfStage | null): void => {
    this.#layer = layer;
    if (layer) return;
    this.#isDue = true;
    this.#painted = undefined;
  };

  /** What Konva calls for the one shape of the layer. */
  readonly draw = ({ _context: ctx }: Pick<Context, '_context'>): void => {
    if (!this.#isDue) return;
    this.#isDue = false;
    const { width, height } = ctx.canvas;
    this.#painted = { width, height };
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

  /** Paints at once what a change of size has emptied, unless that was done when the stage took the layer. */
  paintIfEmptied(): void {
    if (!this.#layer) return;
    const { width, height } = this.#layer.getNativeCanvasElement();
    if (this.#painted?.width === width && this.#painted.height === height) return;
    this.#isDue = true;
    this.#layer.draw();
  }
}
