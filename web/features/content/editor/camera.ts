import { fitZoom, stepZoom, wheelZoom, zoomSteps } from '#shared/model/editor-constants.ts';
import type { Box, Point, Size } from '#shared/model/geometry.ts';
import { Signal } from './signal.ts';

/** `x` and `y`: where the canvas's top left corner lies on the screen, in px. */
export interface View extends Point {
  zoom: number;
}

/** What part of the world the screen shows. */
export class Camera {
  readonly view = new Signal<View>({ x: 0, y: 0, zoom: 1 });
  /** Size in px of the area the canvas is shown in. */
  readonly screen = new Signal<Size>({ width: 0, height: 0 });
  /** Whether the view is still the one that `fit` made: it then fits again when the screen changes. */
  #fitted: View | undefined;

  toCanvas(point: Point): Point {
    const { x, y, zoom } = this.view.get();
    return { x: (point.x - x) / zoom, y: (point.y - y) / zoom };
  }

  toScreen(point: Point): Point {
    const { x, y, zoom } = this.view.get();
    return { x: point.x * zoom + x, y: point.y * zoom + y };
  }

  boxToScreen(box: Box): Box {
    const { zoom } = this.view.get();
    return { ...this.toScreen(box), width: box.width * zoom, height: box.height * zoom };
  }

  /** The part of the world on the screen, in canvas px. */
  visibleBox(): Box {
    const { width, height } = this.screen.get();
    const { zoom } = this.view.get();
    return { ...this.toCanvas({ x: 0, y: 0 }), width: width / zoom, height: height / zoom };
  }

  pan(dx: number, dy: number): void {
    const view = this.view.get();
    this.view.set({ ...view, x: view.x + dx, y: view.y + dy });
  }

  /** Sets the zoom; what lies under the given point of the screen stays there. */
  zoomAt(point: Point, zoom: number): void {
    const fixed = this.toCanvas(point);
    this.view.set({ x: point.x - fixed.x * zoom, y: point.y - fixed.y * zoom, zoom });
  }

  /** One notch of the wheel with Ctrl or Meta, about the pointer. */
  zoomByWheel(point: Point, direction: 'in' | 'out'): void {
    this.zoomAt(point, wheelZoom(this.view.get().zoom, direction));
  }

  /** The zoom buttons, about the middle of the screen. */
  zoomByStep(direction: 'in' | 'out'): void {
    this.zoomAt(this.#middle(), stepZoom(this.view.get().zoom, direction));
  }

  canZoom(direction: 'in' | 'out'): boolean {
    const { zoom } = this.view.get();
    return direction === 'in' ? zoom < zoomSteps.at(-1)! - 0.001 : zoom > zoomSteps[0] + 0.001;
  }

  /** Shows the whole canvas with a margin. */
  fit(canvas: Size): void {
    this.#show(canvas, fitZoom(canvas, this.screen.get()));
    this.#fitted = this.view.get();
  }

  get isFitted(): boolean {
    return this.#fitted !== undefined && this.#fitted === this.view.get();
  }

  /** Brings the canvas to the middle; the zoom stays. */
  centre(canvas: Size): void {
    this.#show(canvas, this.view.get().zoom);
  }

  /** 100 %, in the middle. */
  reset(canvas: Size): void {
    this.#show(canvas, 1);
  }

  /** Pans just as far as is needed to bring a box into sight, with some room around. */
  reveal(box: Box, room = 24): void {
    const on = this.boxToScreen(box);
    const { width, height } = this.screen.get();
    const shift = (start: number, length: number, limit: number) => {
      if (start >= room && start + length <= limit - room) return 0;
      if (length > limit - 2 * room) return (limit - length) / 2 - start;
      return start < room ? room - start : limit - room - length - start;
    };
    const dx = shift(on.x, on.width, width);
    const dy = shift(on.y, on.height, height);
    if (dx || dy) this.pan(dx, dy);
  }

  #middle(): Point {
    const { width, height } = this.screen.get();
    return { x: width / 2, y: height / 2 };
  }

  #show(canvas: Size, zoom: number): void {
    const { width, height } = this.screen.get();
    // On whole px, so that at 100 % every px of the canvas is one of the screen.
    const x = Math.round((width - canvas.width * zoom) / 2);
    const y = Math.round((height - canvas.height * zoom) / 2);
    this.view.set({ x, y, zoom });
  }
}
