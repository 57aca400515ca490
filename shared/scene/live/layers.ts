import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { inLayerOrder } from '#shared/model/layers.ts';
import type { Drawable } from '../element-type.ts';

/** A sheet of the page's stack, from the back: drawn elements on one canvas, or a live element. */
export type Sheet = { kind: 'drawn'; elements: Element[] } | { kind: 'live'; element: Element };

/** The upright box around an element, however it is turned, and what it draws beyond its own. */
function around({ position, size, rotation }: Element, reach: number): Box {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const width = size.width * cos + size.height * sin + 2 * reach;
  const height = size.width * sin + size.height * cos + 2 * reach;
  return {
    x: position.x + (size.width - width) / 2,
    y: position.y + (size.height - height) / 2,
    width,
    height,
  };
}

const touch = (one: Box, two: Box) =>
  one.x < two.x + two.width &&
  two.x < one.x + one.width &&
  one.y < two.y + two.height &&
  two.y < one.y + one.height;

/**
 * Splits a scene into sheets by layer order. Drawn elements share a canvas unless a live one lies between them
 * where they overlap, so that a page has as few canvases as its look allows.
 * @param kindOf whether an element is drawn, live, or drawn with a live part above
 * @param reachOf how far its drawing reaches beyond its box, in px
 */
export function sheetsOf(
  elements: readonly Element[],
  kindOf: (element: Element) => 'drawn' | 'live' | 'both',
  reachOf: (element: Element) => number,
): Sheet[] {
  const sheets: Sheet[] = [{ kind: 'drawn', elements: [] }];
  for (const element of inLayerOrder(elements)) {
    if (!element.isVisible) continue;
    const kind = kindOf(element);
    if (kind !== 'live') {
      const last = sheets.findLastIndex((sheet) => sheet.kind === 'drawn');
      const box = around(element, reachOf(element));
      const covered = sheets
        .slice(last + 1)
        .some((sheet) => sheet.kind === 'live' && touch(box, around(sheet.element, 0)));
      const canvas = sheets[last];
      if (covered || canvas?.kind !== 'drawn') sheets.push({ kind: 'drawn', elements: [element] });
      else canvas.elements.push(element);
    }
    if (kind !== 'drawn') sheets.push({ kind: 'live', element });
  }
  return sheets;
}

/** Places a live element's holder as the drawing places its box. */
export function placeHolder(node: HTMLElement, { element, width, height }: Drawable): void {
  const { style } = node;
  style.position = 'absolute';
  style.left = `${element.position.x}px`;
  style.top = `${element.position.y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.transform = element.rotation % 360 === 0 ? '' : `rotate(${element.rotation}deg)`;
  style.opacity = String(element.opacity);
}
