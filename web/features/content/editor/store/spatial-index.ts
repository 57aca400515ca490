import RBush, { type BBox } from 'rbush';
import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { reachOf } from '#shared/scene/draw.ts';
import { drawableOf, typeOf } from '#shared/scene/registry.ts';
import { outerBoxOf } from '../element-geometry.ts';

/** What a type without a reach and shadows of its own may draw beyond its box, px; as `reachOf` has it. */
const plainReach = 66;
/** From this share of the elements on, building the tree anew is faster than moving entries in it. */
const rebuildShare = 0.2;

interface Entry extends BBox {
  id: string;
}

/** The box that drawing an element may touch, shadows and rotation counted. */
export function paintedBox(element: Element): Box {
  const { x, y, width, height } = outerBoxOf(element);
  const type = typeOf(element);
  const styles = { ...type.styles, ...element.styles };
  const plain = !type.reach && !styles.boxShadow && !styles.textShadow;
  // The seed has no part in how far a drawing reaches.
  const reach = plain ? plainReach : reachOf(drawableOf(element, 1));
  return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
}

/**
 * Which elements' drawing may touch a box, in logarithmic time. Changes are noted and brought into the tree
 * when it is asked next, so that a move of thousands costs one rebuild at most.
 */
export class SpatialIndex {
  #tree = new RBush<Entry>();
  readonly #entries = new Map<string, Entry>();
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
    const found = this.#tree.search({ minX: x, minY: y, maxX: x + width, maxY: y + height });
    return found.map(({ id }) => id);
  }

  /** The box around everything that is drawn, and around the given one. */
  extent(around: Box): Box {
    this.#update();
    // The root of the tree holds it; its own type leaves it out.
    const { minX, minY, maxX, maxY } = this.#tree.toJSON() as BBox;
    if (this.#entries.size === 0) return around;
    const left = Math.min(minX, around.x);
    const top = Math.min(minY, around.y);
    const right = Math.max(maxX, around.x + around.width);
    const bottom = Math.max(maxY, around.y + around.height);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #update(): void {
    if (this.#changed.size === 0) return;
    const rebuild = this.#changed.size > this.#entries.size * rebuildShare;
    for (const id of this.#changed) {
      const element = this.#get(id);
      const known = this.#entries.get(id);
      if (known && !rebuild) this.#tree.remove(known);
      if (!element) {
        this.#entries.delete(id);
        continue;
      }
      const { x, y, width, height } = paintedBox(element);
      const entry = { id, minX: x, minY: y, maxX: x + width, maxY: y + height };
      this.#entries.set(id, entry);
      if (!rebuild) this.#tree.insert(entry);
    }
    this.#changed.clear();
    if (rebuild) this.#tree = new RBush<Entry>().load([...this.#entries.values()]);
  }
}
