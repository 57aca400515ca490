import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { reachOf } from '#shared/scene/draw.ts';
import { drawableOf, typeOf } from '#shared/scene/registry.ts';
import { outerBoxOf } from '../element-geometry.ts';

/** What a type without a reach and shadows of its own may draw beyond its box, px; as `reachOf` has it. */
const plainReach = 66;
/** Left, top, right and bottom of a box. */
const sides = 4;

/** How far a drawing reaches by what it is made of: moving an element changes none of it. */
const reaches = new WeakMap<
  Element['properties'],
  { size: Element['size']; styles: object; reach: number }
>();

function reachBeyond(element: Element): number {
  const type = typeOf(element);
  const has = (name: string) => Boolean(name in element.styles ? element.styles[name] : type.styles[name]);
  if (!type.reach && !has('boxShadow') && !has('textShadow')) return plainReach;
  const known = reaches.get(element.properties);
  if (known?.size === element.size && known.styles === element.styles) return known.reach;
  // The seed has no part in how far a drawing reaches.
  const reach = reachOf(drawableOf(element, 1));
  reaches.set(element.properties, { size: element.size, styles: element.styles, reach });
  return reach;
}

/** The box that drawing an element may touch, shadows and rotation counted. */
export function paintedBox(element: Element): Box {
  const { x, y, width, height } = outerBoxOf(element);
  const reach = reachBeyond(element);
  return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
}

/**
 * Which elements' drawing may touch a box. The boxes lie packed in one array: looking through ten thousand takes some
 * 20 µs, less than keeping a tree of them costs when a project opens or thousands move at once. Changes are noted
 * and brought in when it is asked next.
 */
export class SpatialIndex {
  #boxes = new Float64Array(64 * sides);
  /** Whose box is in which place; none is empty. */
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #get: (id: string) => Element | undefined;

  constructor(get: (id: string) => Element | undefined) {
    this.#get = get;
  }

  changed(id: string): void {
    this.#changed.add(id);
  }

  /** Ids in no order; a superset of what lies in the box, as drawings reach beyond their boxes. */
  search({ x, y, width, height }: Box): string[] {
    this.#update();
    const [right, bottom] = [x + width, y + height];
    const boxes = this.#boxes;
    const found: string[] = [];
    for (let place = 0, at = 0; place < this.#ids.length; place++, at += sides) {
      if (boxes[at]! > right || boxes[at + 2]! < x || boxes[at + 1]! > bottom || boxes[at + 3]! < y) continue;
      found.push(this.#ids[place]!);
    }
    return found;
  }

  /** The box around everything that is drawn, and around the given one. */
  extent({ x, y, width, height }: Box): Box {
    this.#update();
    let [left, top, right, bottom] = [x, y, x + width, y + height];
    for (let at = 0; at < this.#ids.length * sides; at += sides) {
      left = Math.min(left, this.#boxes[at]!);
      top = Math.min(top, this.#boxes[at + 1]!);
      right = Math.max(right, this.#boxes[at + 2]!);
      bottom = Math.max(bottom, this.#boxes[at + 3]!);
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #update(): void {
    if (this.#changed.size === 0) return;
    for (const id of this.#changed) {
      const element = this.#get(id);
      if (element) this.#put(id, paintedBox(element));
      else this.#remove(id);
    }
    this.#changed.clear();
  }

  #put(id: string, { x, y, width, height }: Box): void {
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#ids.push(id) - 1;
      this.#places.set(id, place);
      if (this.#boxes.length < this.#ids.length * sides) {
        const larger = new Float64Array(this.#boxes.length * 2);
        larger.set(this.#boxes);
        this.#boxes = larger;
      }
    }
    const at = place * sides;
    this.#boxes[at] = x;
    this.#boxes[at + 1] = y;
    this.#boxes[at + 2] = x + width;
    this.#boxes[at + 3] = y + height;
  }

  /** The last one takes its place. */
  #remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#ids.pop()!;
    if (last === id) return;
    this.#ids[place] = last;
    this.#places.set(last, place);
    this.#boxes.copyWithin(place * sides, this.#ids.length * sides, (this.#ids.length + 1) * sides);
  }
}
