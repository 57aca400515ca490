import type { Element } from '#shared/model/content.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { drawableOf, typeOf } from '#shared/scene/registry.ts';
import { readNumber } from '#shared/scene/styles.ts';
import { withSize } from './auto-height.ts';

/**
 * Whether the end of a text that an element draws into a fixed place is not seen: it gave way to an ellipsis, or lies
 * below the element's edge. The labels of buttons, tabs, charts and forms are such texts.
 */
export function hidesEnd(ctx: SceneContext, element: Element, env: SceneEnv): boolean {
  const lines = typeOf(element).textLines?.(ctx, drawableOf(element, env.seed), env) ?? [];
  return lines.some(({ cut, baseline }) => cut === true || baseline > element.size.height);
}

/** How many times as large as it is an element is made at most, so that its texts are seen whole. */
const largest = 4;
/** px. What is smaller is not read on an office wall. */
const smallestFont = 8;

/** The element nearest to `from` of those between it and `to` of which no text is cut; undefined where `to` is cut too. */
function nearestWhole(
  from: number,
  to: number,
  made: (at: number) => Element,
  isCut: (element: Element) => boolean,
): Element | undefined {
  if (isCut(made(to))) return undefined;
  let cut = from;
  let whole = to;
  for (let step = 0; step < 12; step++) {
    const middle = (cut + whole) / 2;
    if (isCut(made(middle))) cut = middle;
    else whole = middle;
  }
  return made(whole);
}

/** The element just wide enough for its texts, else just high enough, else both; undefined where none is. */
export function enlarged(element: Element, isCut: (element: Element) => boolean): Element | undefined {
  const { width, height } = element.size;
  const ways = [
    (by: number) => ({ width: width * by }),
    (by: number) => ({ height: height * by }),
    (by: number) => ({ width: width * by, height: height * by }),
  ];
  for (const way of ways) {
    const found = nearestWhole(1, largest, (by) => withSize(element, way(by)), isCut);
    if (found) return found;
  }
  return undefined;
}

/** The element with letters just small enough for its place; undefined where none that can be read are. */
export function withSmallerText(element: Element, isCut: (element: Element) => boolean): Element | undefined {
  const { styles } = drawableOf(element, 0);
  if (styles.fontSize === undefined) return undefined;
  const fontSize = readNumber(styles, 'fontSize', 16, 1, 1000);
  if (fontSize <= smallestFont) return undefined;
  const made = (size: number) => ({
    ...element,
    styles: { ...element.styles, fontSize: Math.floor(size * 10) / 10 },
  });
  return nearestWhole(fontSize, smallestFont, made, isCut);
}
