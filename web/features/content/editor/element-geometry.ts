import type { Element } from '#shared/model/content.ts';
import { type Box, boundingBox, centreOf, type Point, rotateVector } from '#shared/model/geometry.ts';
import type { ResizeHandle } from '#shared/model/resize.ts';
import type { Frame } from './frame.ts';

export function boxOf({ position, size }: Element): Box {
  return { x: position.x, y: position.y, width: size.width, height: size.height };
}

/** The upright box around an element, its rotation counted. */
export function outerBoxOf(element: Element): Box {
  return boundingBox(boxOf(element), element.rotation);
}

/** The upright box around all of them; undefined when there are none. */
export function boxAround(elements: readonly Element[]): Box | undefined {
  if (elements.length === 0) return undefined;
  return unionOf(elements.map(outerBoxOf));
}

/** The smallest box around all of them; there is one at least. */
export function unionOf(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function containsPoint(element: Element, point: Point): boolean {
  const box = boxOf(element);
  const centre = centreOf(box);
  const local = rotateVector({ x: point.x - centre.x, y: point.y - centre.y }, -element.rotation);
  return Math.abs(local.x) <= box.width / 2 && Math.abs(local.y) <= box.height / 2;
}

/** The box between two points, whichever way it was drawn. */
export function boxBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Side of the part around a handle that catches the pointer, in screen px; the handle itself is 8 px. */
export const handleGrip = 16;
export const handleSide = 8;

const corners: readonly ResizeHandle[] = ['nw', 'ne', 'se', 'sw'];
const edges: readonly ResizeHandle[] = ['n', 'e', 's', 'w'];
/** Below this many screen px an edge's own handle would lie on its corners. */
const roomForEdge = 40;

/** Where a frame's handles are, in canvas px. An edge too short on the screen has no handle of its own. */
export function handlesOf(frame: Frame, zoom: number): { handle: ResizeHandle; at: Point }[] {
  const { box, rotation, cornersOnly, endsOnly } = frame;
  const centre = centreOf(box);
  const shown: ResizeHandle[] = endsOnly ? ['w', 'e'] : [...corners];
  for (const edge of endsOnly ? [] : edges) {
    const length = edge === 'n' || edge === 's' ? box.width : box.height;
    if (!cornersOnly && length * zoom >= roomForEdge) shown.push(edge);
  }
  return shown.map((handle) => {
    const x = handle.includes('e') ? box.width / 2 : handle.includes('w') ? -box.width / 2 : 0;
    const y = handle.includes('s') ? box.height / 2 : handle.includes('n') ? -box.height / 2 : 0;
    const turned = rotateVector({ x, y }, rotation);
    return { handle, at: { x: centre.x + turned.x, y: centre.y + turned.y } };
  });
}

/** The handle under a point, or undefined. */
export function handleAt(frame: Frame, point: Point, zoom: number): ResizeHandle | undefined {
  const reach = handleGrip / 2 / zoom;
  return handlesOf(frame, zoom).find(
    ({ at }) => Math.abs(at.x - point.x) <= reach && Math.abs(at.y - point.y) <= reach,
  )?.handle;
}

const compass: readonly ResizeHandle[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

/** The CSS cursor over a handle, turned with the element. */
export function resizeCursor(handle: ResizeHandle, rotation: number): string {
  const turns = Math.round(rotation / 45);
  const index = (((compass.indexOf(handle) + turns) % 8) + 8) % 8;
  return `${['ns', 'nesw', 'ew', 'nwse'][index % 4]}-resize`;
}

/** Places, sizes and angles are kept to a hundredth, so that no rounding of a gesture shows. */
export const toHundredth = (value: number): number => Math.round(value * 100) / 100;
