import type { Element } from '#shared/model/content.ts';
import { type Box, boxesOverlap } from '#shared/model/geometry.ts';
import { drawBackground, drawElement, reachOf } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { drawableOf } from '#shared/scene/registry.ts';
import type { Editor } from '../editor.ts';
import { outerBoxOf } from '../element-geometry.ts';

/** Above this many elements between the moved ones, what stays is not drawn again at each move. */
const movingSpan = 200;

/**
 * Paints the document through the scene, in three parts: what lies below the elements of a gesture, the
 * gesture's own part, and what lies above. Only the middle one is drawn while something is moved.
 */
export class ScenePainter {
  readonly #editor: Editor;
  readonly #env: () => SceneEnv;
  readonly #reach = new WeakMap<Element, number>();
  readonly #withoutText = new WeakMap<Element, Element>();

  constructor(editor: Editor, env: () => SceneEnv) {
    this.#editor = editor;
    this.#env = env;
  }

  /** The background and the elements behind the gesture; all of them while there is none. */
  paintBelow(ctx: SceneContext): void {
    const { canvasBackground, canvasSize } = this.#editor.document.fields.get();
    this.#inView(ctx, () => drawBackground(ctx, canvasBackground, canvasSize, this.#env()));
    const { order, moving, first, isolated } = this.#split();
    const below = isolated ? order.filter((id) => !moving?.has(id)) : order.slice(0, first);
    this.#paint(ctx, below);
  }

  paintMoving(ctx: SceneContext): void {
    const { order, moving, first, last, isolated } = this.#split();
    if (moving)
      this.#paint(ctx, isolated ? order.filter((id) => moving.has(id)) : order.slice(first, last + 1));
  }

  paintAbove(ctx: SceneContext): void {
    const { order, moving, last, isolated } = this.#split();
    if (moving && !isolated) this.#paint(ctx, order.slice(last + 1));
  }

  #split() {
    const moving = this.#editor.moving.get();
    const order = this.#editor.document.order.get();
    if (!moving) return { order, moving, first: order.length, last: order.length, isolated: false };
    let first = order.length;
    let last = -1;
    for (const [index, id] of order.entries()) {
      if (!moving.has(id)) continue;
      first = Math.min(first, index);
      last = index;
    }
    return { order, moving, first, last, isolated: last - first + 1 - moving.size > movingSpan };
  }

  #paint(ctx: SceneContext, ids: readonly string[]): void {
    const editor = this.#editor;
    const env = this.#env();
    const visible = editor.camera.visibleBox();
    const typed = editor.editingText.get();
    this.#inView(ctx, () => {
      for (const id of ids) {
        const element = editor.shown(id);
        if (!element || !this.#isInSight(element, visible, env)) continue;
        drawElement(ctx, id === typed ? this.#emptied(element) : element, env);
      }
    });
  }

  #isInSight(element: Element, visible: Box, env: SceneEnv): boolean {
    let reach = this.#reach.get(element);
    if (reach === undefined) {
      reach = reachOf(drawableOf(element, env.seed));
      this.#reach.set(element, reach);
    }
    const { x, y, width, height } = outerBoxOf(element);
    const drawn = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
    return boxesOverlap(drawn, visible);
  }

  /** While a text is typed, the text field shows the letters. */
  #emptied(element: Element): Element {
    const known = this.#withoutText.get(element);
    if (known) return known;
    const emptied = { ...element, properties: { ...element.properties, text: '' } };
    this.#withoutText.set(element, emptied);
    return emptied;
  }

  #inView(ctx: SceneContext, paint: () => void): void {
    const { x, y, zoom } = this.#editor.camera.view.get();
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(zoom, zoom);
    paint();
    ctx.restore();
  }
}
