import type { Element } from '#shared/model/content.ts';
import { centreOf, rotateVector, type Size } from '#shared/model/geometry.ts';
import { boundsOf, typeOf } from '#shared/scene/registry.ts';
import { boxOf, toHundredth } from './element-geometry.ts';
import type { Change, Diff } from './store/diff.ts';

/** px of height that a text's words need; undefined where nothing can be measured. */
export type TextHeight = (element: Element) => number | undefined;

export const isText = (element: Element): boolean => typeOf(element).base === 'text';

/** Whether a text is as high as its words; those of earlier versions are as high as somebody made them. */
export const hasAutoHeight = (element: Element): boolean =>
  element.styles.autoHeight === true && isText(element);

/** The element at another size within its bounds, its upper left corner where it was, also when it is turned. */
export function withSize(element: Element, wanted: Partial<Size>): Element {
  const { size, position, rotation } = element;
  const { minWidth, maxWidth, minHeight, maxHeight } = boundsOf(element);
  const within = (px: number, min: number, max: number) => Math.min(max, Math.max(min, Math.ceil(px)));
  const width = wanted.width === undefined ? size.width : within(wanted.width, minWidth, maxWidth);
  const height = wanted.height === undefined ? size.height : within(wanted.height, minHeight, maxHeight);
  if (width === size.width && height === size.height) return element;
  const grown = rotateVector({ x: (width - size.width) / 2, y: (height - size.height) / 2 }, rotation);
  const centre = centreOf(boxOf(element));
  return {
    ...element,
    size: { ...size, width, height },
    position: {
      ...position,
      x: toHundredth(centre.x + grown.x - width / 2),
      y: toHundredth(centre.y + grown.y - height / 2),
    },
  };
}

/** The element with another height, its upper edge where it was, also when it is turned. */
export const withHeight = (element: Element, height: number): Element => withSize(element, { height });

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
