import type { Element } from '#shared/model/content.ts';
import type { Point } from '#shared/model/geometry.ts';

/**
 * Elements as the gesture under way shows them. Each is worked out when it is asked for: dragging ten thousand
 * makes no ten thousand objects at each move.
 */
export class Moving {
  /** As they stood when the gesture began; the same object throughout the gesture. */
  readonly start: ReadonlyMap<string, Element>;
  /** Set where everything moves alike and nothing turns or grows, canvas px: one picture is then shifted. */
  readonly offset: Point | undefined;
  readonly #change: (element: Element) => Element;
  readonly #shown = new Map<string, Element>();

  constructor(
    start: ReadonlyMap<string, Element>,
    change: (element: Element) => Element = (element) => element,
    offset?: Point,
  ) {
    this.start = start;
    this.#change = change;
    this.offset = offset;
  }

  /** Everything shifted by whole px. */
  static shifted(start: ReadonlyMap<string, Element>, offset: Point): Moving {
    const shift = (element: Element): Element => {
      const { x, y, z } = element.position;
      return { ...element, position: { x: x + offset.x, y: y + offset.y, z } };
    };
    return new Moving(start, shift, offset);
  }

  has(id: string): boolean {
    return this.start.has(id);
  }

  get(id: string): Element | undefined {
    const known = this.#shown.get(id);
    const start = this.start.get(id);
    if (known || !start) return known;
    const shown = this.#change(start);
    this.#shown.set(id, shown);
    return shown;
  }

  get size(): number {
    return this.start.size;
  }
}

/** Elements by their id, as `Moving` takes them. */
export function startingFrom(elements: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(elements.map((element) => [element.id, element]));
}
