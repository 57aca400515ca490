import type { Size } from '#shared/model/geometry.ts';
import type { SceneContext } from '#shared/scene/env.ts';

/** A canvas of the page that is painted whole, at most once in each frame. */
export class CanvasLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #paint: (ctx: SceneContext) => void;
  #frame: number | undefined;

  /** @param paint onto a context in px of the screen, whatever was painted before still on it */
  constructor(canvas: HTMLCanvasElement, paint: (ctx: SceneContext) => void) {
    this.#canvas = canvas;
    this.#paint = paint;
  }

  /** Paints at once: a canvas that changes its size is empty. @param size px of the screen */
  resize({ width, height }: Size): void {
    const { devicePixelRatio: ratio } = window;
    this.#canvas.width = Math.floor(width * ratio);
    this.#canvas.height = Math.floor(height * ratio);
    Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    this.paint();
  }

  /** Whether it is painted again before the next frame. */
  get isDue(): boolean {
    return this.#frame !== undefined;
  }

  /** Paints before the next frame, once however often it is asked for. */
  paintSoon(): void {
    this.#frame ??= requestAnimationFrame(() => this.paint());
  }

  paint(): void {
    this.#cancel();
    const { width, height } = this.#canvas;
    const ctx = width > 0 && height > 0 ? this.#canvas.getContext('2d') : null;
    if (!ctx) return;
    const ratio = window.devicePixelRatio;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.save();
    this.#paint(ctx);
    ctx.restore();
  }

  stop(): void {
    this.#cancel();
  }

  #cancel(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}
