import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { Size } from '#shared/model/geometry.ts';
import type { PageDrawing } from '#shared/model/pages.ts';
import type { Drawable } from '../element-type.ts';
import { neededTextHeight } from '../elements/text-base.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { drawableOf, typeNameOf, typeOf } from '../known-types.ts';
import { formTypeOf } from '../live/form-rules.ts';
import { readNumber } from '../styles.ts';
import { formHeight } from './form-height.ts';
import { type ReadingNode, readingOf } from './reading-order.ts';
import { type PhoneSize, phoneSettingsOf } from './settings.ts';

/** px of a phone's column; everything is laid out for this width and scaled to the phone's own. */
export const phoneWidth = 390;

/** px around the column, between its parts, and within a panel. */
const margin = 16;
const gap = 16;
const inset = 18;

/** px of text and of buttons that fingers find. */
const text = { min: 14, max: 44, button: 17, form: 16 };
const buttonHeight = 52;
/** px: no picture is higher than a phone shows at once. */
const highest = 520;
/** On a canvas so many letters' heights wide, text of one is 16 px on a phone; larger ones grow less. */
const readable = { letters: 60, px: 16, growth: 0.75 };
const factors: Record<PhoneSize, number> = { small: 0.8, normal: 1, large: 1.25 };

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

interface Placed {
  element: Element;
  height: number;
  /** What lies on it, placed from its own corner. */
  inside: Element[];
}

class PhoneLayout {
  readonly #ctx: SceneContext;
  readonly #env: SceneEnv;
  readonly #canvas: Size;

  constructor(ctx: SceneContext, env: SceneEnv, canvas: Size) {
    this.#ctx = ctx;
    this.#env = env;
    this.#canvas = canvas;
  }

  /** px of a text that is so large on the canvas. */
  #fontSize(onCanvas: number, size: PhoneSize): number {
    const relative = (onCanvas * readable.letters) / this.#canvas.width;
    return Math.round(clamp(readable.px * relative ** readable.growth * factors[size], text.min, text.max));
  }

  #styled(element: Element, fontSize: number, more: JsonMap = {}): Element {
    const { styles } = drawableOf(element, this.#env.seed);
    const own = readNumber(styles, 'fontSize', 16, 1, 2000);
    const scaled = (name: string, most: number) => {
      const value = readNumber(styles, name, 0, -500, 500);
      return value === 0
        ? {}
        : { [name]: Math.round(clamp((value * fontSize) / own, -most, most) * 10) / 10 };
    };
    const changes = { ...scaled('letterSpacing', 6), ...scaled('padding', 20), ...more };
    return { ...element, rotation: 0, styles: { ...element.styles, fontSize, ...changes } };
  }

  #sized(element: Element, width: number, height: number): Element {
    return { ...element, size: { width: Math.round(width), height: Math.max(1, Math.round(height)) } };
  }

  /** An element at a width, as high as it needs to be. */
  #fitted(element: Element, width: number): Element {
    const size = phoneSettingsOf(element).size ?? 'normal';
    const type = typeOf(element);
    const { styles } = drawableOf(element, this.#env.seed);
    const fontSize = this.#fontSize(readNumber(styles, 'fontSize', 16, 1, 2000), size);
    if (type.base === 'text') {
      const styled = this.#sized(
        this.#styled(element, fontSize, { fitText: false, verticalAlign: 'top' }),
        width,
        1,
      );
      const drawable = drawableOf(styled, this.#env.seed) as never;
      return this.#sized(styled, width, neededTextHeight(this.#ctx, drawable, this.#env));
    }
    if (formTypeOf(element)) {
      const styled = this.#styled(element, Math.round(text.form * Math.max(1, factors[size])), {
        padding: 20,
      });
      const drawable = drawableOf(this.#sized(styled, width, 1), this.#env.seed);
      return this.#sized(styled, width, formHeight(drawable as Drawable, this.#ctx, this.#env));
    }
    if (typeNameOf(element) === 'button')
      return this.#sized(
        this.#styled(element, Math.round(text.button * factors[size])),
        width,
        buttonHeight * factors[size],
      );
    return this.#picture(element, width, size, fontSize);
  }

  /** What is looked at: its own proportions, the whole width where it was large, less where it was small. */
  #picture(element: Element, width: number, size: PhoneSize, fontSize: number): Element {
    const share = clamp((element.size.width / this.#canvas.width) * 2.6 * factors[size], 0.22, 1);
    const isWords = ['Interactive', 'Charts'].includes(typeOf(element).category);
    const proportion = element.size.height / element.size.width;
    const wide = isWords ? width : width * share;
    // Words take as much room as before: what the box loses in width it gains in height.
    const own = readNumber(drawableOf(element, this.#env.seed).styles, 'fontSize', 16, 1, 2000);
    const wordsHeight = (element.size.width * element.size.height * (fontSize / own) ** 2) / wide;
    const high = isWords ? clamp(wordsHeight, wide * 0.3, highest) : wide * proportion;
    const shrink = Math.min(1, highest / high);
    return this.#sized(
      isWords ? this.#styled(element, fontSize) : { ...element, rotation: 0 },
      isWords ? wide : wide * shrink,
      Math.min(high, highest),
    );
  }

  #panel({ element, children }: ReadingNode, width: number): Placed {
    const column = this.column(children, width - 2 * inset, inset);
    const height = column.bottom + inset;
    return {
      element: this.#sized({ ...element, rotation: 0 }, width, height),
      height,
      inside: column.elements.map((one) => moved(one, inset, 0)),
    };
  }

  /** One below the other, from `top` on, each in the middle. */
  column(nodes: readonly ReadingNode[], width: number, top: number): { elements: Element[]; bottom: number } {
    const elements: Element[] = [];
    let y = top;
    for (const node of nodes) {
      const placed: Placed =
        node.children.length > 0
          ? this.#panel(node, width)
          : { element: this.#fitted(node.element, width), height: 0, inside: [] };
      const { element, inside } = placed;
      const at = placedAt(element, Math.round((width - element.size.width) / 2), Math.round(y));
      elements.push(at, ...inside.map((one) => moved(one, at.position.x, at.position.y)));
      y += element.size.height + gap;
    }
    return { elements, bottom: Math.max(top, y - gap) };
  }
}

const placedAt = (element: Element, x: number, y: number): Element => ({
  ...element,
  position: { ...element.position, x, y },
});
const moved = (element: Element, x: number, y: number): Element =>
  placedAt(element, element.position.x + x, element.position.y + y);

/**
 * A page laid out in one column for a phone, worked out from how it is drawn: read from top to bottom, texts large
 * enough to read, forms and buttons as wide as the screen, panels around what lies on them, and what covers the
 * canvas behind everything. Its fonts have to be there, as texts are measured.
 * @param minHeight px that the phone shows at the width of `phoneWidth`
 */
export function phoneLayout(
  drawing: PageDrawing,
  ctx: SceneContext,
  env: SceneEnv,
  minHeight: number,
): PageDrawing {
  const { covers, nodes } = readingOf(drawing.elements, drawing.canvasSize);
  const layout = new PhoneLayout(ctx, env, drawing.canvasSize);
  const column = layout.column(nodes, phoneWidth - 2 * margin, margin * 1.5);
  const size = { width: phoneWidth, height: Math.round(Math.max(minHeight, column.bottom + margin * 1.5)) };
  const whole = covers.map((element) => ({ ...placedAt(element, 0, 0), rotation: 0, size }));
  return {
    canvasSize: size,
    canvasBackground: drawing.canvasBackground,
    elements: [...whole, ...column.elements.map((element) => moved(element, margin, 0))],
  };
}
