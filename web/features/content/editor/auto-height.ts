import type { Element } from '#shared/model/content.ts';
import { centreOf, rotateVector } from '#shared/model/geometry.ts';
import { boundsOf, typeOf } from '#shared/scene/registry.ts';
import { boxOf, toHundredth } from './element-geometry.ts';
import type { Change, Diff } from './store/diff.ts';

/** px of height that a text's words need; undefined where nothing can be measured. */
export type TextHeight = (element: Element) => number | undefined;

export const isText = (element: Element): boolean => typeOf(element).base === 'text';

/** Whether a text is as high as its words; those of earlier versions are as high as somebody made them. */
export const hasAutoHeight = (element: Element): boolean =>
  element.styles.autoHeight === true && isText(element);

/** The element with another height, its upper edge where it was, also when it is turned. */
export function withHeight(element: Element, height: number): Element {
  const { minHeight, maxHeight } = boundsOf(element);
  const next = Math.min(maxHeight, Math.max(minHeight, Math.ceil(height)));
  if (next === element.size.height) return element;
  const grown = rotateVector({ x: 0, y: (next - element.size.height) / 2 }, element.rotation);
  const centre = centreOf(boxOf(element));
  return {
    ...element,
    size: { ...element.size, height: next },
    position: {
      ...element.position,
      x: toHundredth(centre.x + grown.x - element.size.width / 2),
      y: toHundredth(centre.y + grown.y - next / 2),
    },
  };
}

/** What of a text decides how high its words are. */
const sameWords = (a: Element, b: Element) =>
  a.properties === b.properties && a.styles === b.styles && a.size.width === b.size.width;

/** A text after an edit, as high as its words where it follows them and the edit concerned them. */
export function fittedHeight(
  before: Element | undefined,
  after: Element | undefined,
  heightOf: TextHeight | undefined,
): Element | undefined {
  if (!after || !before || !heightOf || !hasAutoHeight(after) || sameWords(before, after)) return after;
  const height = heightOf(after);
  return height === undefined ? after : withHeight(after, height);
}

/** A diff in which every text that follows its words is as high as they are after it; the same one where none is. */
export function withFittedHeights(diff: Diff, heightOf: TextHeight | undefined): Diff {
  let elements: Map<string, Change<Element | undefined>> | undefined;
  for (const [id, { before, after }] of diff.elements) {
    const fitted = fittedHeight(before, after, heightOf);
    if (fitted === after) continue;
    elements ??= new Map(diff.elements);
    elements.set(id, { before, after: fitted });
  }
  return elements ? { ...diff, elements } : diff;
}

/** An element that is given a height by hand does not follow its words any more. */
export function withoutAutoHeight(element: Element): Element {
  return hasAutoHeight(element) ? { ...element, styles: { ...element.styles, autoHeight: false } } : element;
}
