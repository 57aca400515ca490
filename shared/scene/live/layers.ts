import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { inLayerOrder } from '#shared/model/layers.ts';
import { isSeen, motionAt } from '../animations/motion.ts';
import { animationsStillUntil } from '../animations/timing.ts';
import type { Drawable } from '../element-type.ts';
import { flipOf, isFlipped } from '../flip.ts';

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

/** How a live element's holder is shown at a moment, as CSS. */
export interface HolderLook {
  transform: string;
  opacity: string;
  visibility: 'visible' | 'hidden';
}

/**
 * What the drawing does to an element at t, in seconds, as CSS about the box's centre: moved by its animations, turned,
 * then turned and scaled by its animations. What is not seen can be neither clicked nor reached by the keyboard.
 */
export function holderLook(element: Drawable['element'], t: number): HolderLook {
  const motion = motionAt(element, t);
  const steps: string[] = [];
  if (motion && (motion.x !== 0 || motion.y !== 0)) steps.push(`translate(${motion.x}px, ${motion.y}px)`);
  if (Number.isFinite(element.rotation) && element.rotation % 360 !== 0)
    steps.push(`rotate(${element.rotation}deg)`);
  if (motion && motion.rotation !== 0) steps.push(`rotate(${motion.rotation}rad)`);
  if (motion && (motion.scaleX !== 1 || motion.scaleY !== 1))
    steps.push(`scale(${motion.scaleX}, ${motion.scaleY})`);
  if (isFlipped(element)) {
    const { x, y } = flipOf(element);
    steps.push(`scale(${x}, ${y})`);
  }
  const own = Number.isFinite(element.opacity) ? Math.min(1, Math.max(0, element.opacity)) : 1;
  return {
    transform: steps.join(' '),
    opacity: String(own * (motion?.opacity ?? 1)),
    visibility: motion && !isSeen(motion) ? 'hidden' : 'visible',
  };
}

/** Places a live element's holder as the drawing places its box. */
export function placeHolder(node: HTMLElement, { element, width, height }: Drawable, t: number): void {
  Object.assign(node.style, {
    position: 'absolute',
    left: `${element.position.x}px`,
    top: `${element.position.y}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  moveHolder(node, element, t);
}

/** Shows a holder as the drawing shows its element at t. @returns the time until which it stays so */
export function moveHolder(node: HTMLElement, element: Drawable['element'], t: number): number {
  const look = holderLook(element, t);
  for (const name of ['transform', 'opacity', 'visibility'] as const)
    if (node.style[name] !== look[name]) node.style[name] = look[name];
  return animationsStillUntil(element, t);
}
