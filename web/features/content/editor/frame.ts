import type { Element } from '#shared/model/content.ts';
import { type Box, centreOf, type Point, rotateVector } from '#shared/model/geometry.ts';
import { constrainSize, type ResizeBounds, type ResizeHandle, resizeBox } from '#shared/model/resize.ts';
import { boundsOf, typeOf } from '#shared/scene/registry.ts';
import { boxAround, boxOf, toHundredth } from './element-geometry.ts';

/** The box with handles around what is selected: of one element it is turned with it, of several it is upright. */
export interface Frame {
  box: Box;
  /** Degrees. */
  rotation: number;
  /** Only corners: the proportions are fixed. */
  cornersOnly: boolean;
  /** Only the middles of the two short sides: a line is pulled at its ends. */
  endsOnly?: boolean;
}

export function frameOf(elements: readonly Element[]): Frame | undefined {
  const [first, ...more] = elements;
  if (!first) return undefined;
  if (more.length === 0) {
    const cornersOnly = boundsOf(first).aspect === 'square';
    const endsOnly = typeOf(first).handles === 'ends';
    return { box: boxOf(first), rotation: first.rotation, cornersOnly, endsOnly };
  }
  return { box: boxAround(elements)!, rotation: 0, cornersOnly: elements.some(isTilted) };
}

export const isTilted = ({ rotation }: Element) => rotation % 90 !== 0;

/** Several are only bounded by what can be stored; each keeps the bounds of its own type. */
const openBounds: ResizeBounds = {
  minWidth: 1,
  minHeight: 1,
  maxWidth: 100_000,
  maxHeight: 100_000,
  aspect: 'free',
};

/** The frame after a handle was dragged by (dx, dy) canvas px. */
export function resizedFrame(
  elements: readonly Element[],
  frame: Frame,
  handle: ResizeHandle,
  delta: Point,
  options: { keepAspect: boolean; zoom: number },
): Box {
  const alone = elements.length === 1;
  return resizeBox(frame.box, handle, delta.x, delta.y, alone ? boundsOf(elements[0]!) : openBounds, {
    rotation: frame.rotation,
    keepAspect: options.keepAspect || (!alone && frame.cornersOnly),
    zoom: options.zoom,
  });
}

/** An element of several whose frame went from one box to another: place and size scale, within its own bounds. */
export function scaledWith(element: Element, from: Box, to: Box): Element {
  const sx = to.width / from.width;
  const sy = to.height / from.height;
  // A quarter turn lays the element's width along the other axis.
  const lying = Math.abs(element.rotation % 180) === 90;
  const size = constrainSize(
    { width: element.size.width * (lying ? sy : sx), height: element.size.height * (lying ? sx : sy) },
    boundsOf(element),
    isTilted(element) ? element.size.width / element.size.height : undefined,
  );
  const centre = centreOf(boxOf(element));
  const x = to.x + (centre.x - from.x) * sx - size.width / 2;
  const y = to.y + (centre.y - from.y) * sy - size.height / 2;
  return {
    ...element,
    position: { ...element.position, x: toHundredth(x), y: toHundredth(y) },
    size: { width: toHundredth(size.width), height: toHundredth(size.height) },
  };
}

/** Lines that are turned with Shift held lie at multiples of this many degrees. */
const lineStep = 15;

/**
 * A line one of whose ends was pulled to a point, the other staying where it is.
 * @param handle 'w' is its start, 'e' its end
 */
export function lineWithEnd(line: Element, handle: 'w' | 'e', to: Point, straight: boolean): Element {
  const { minWidth, maxWidth } = boundsOf(line);
  const centre = centreOf(boxOf(line));
  const way = handle === 'e' ? 1 : -1;
  const half = rotateVector({ x: (way * line.size.width) / 2, y: 0 }, line.rotation);
  const fixed = { x: centre.x - half.x, y: centre.y - half.y };
  const pulled = { x: way * (to.x - fixed.x), y: way * (to.y - fixed.y) };
  const angle = (Math.atan2(pulled.y, pulled.x) * 180) / Math.PI;
  const rotation = straight ? Math.round(angle / lineStep) * lineStep : angle;
  const width = Math.min(maxWidth, Math.max(minWidth, Math.hypot(pulled.x, pulled.y)));
  const reach = rotateVector({ x: (way * width) / 2, y: 0 }, rotation);
  return {
    ...line,
    rotation: toHundredth((rotation + 360) % 360),
    size: { ...line.size, width: toHundredth(width) },
    position: {
      ...line.position,
      x: toHundredth(fixed.x + reach.x - width / 2),
      y: toHundredth(fixed.y + reach.y - line.size.height / 2),
    },
  };
}

/** An element turned about a point by degrees; its own angle stays between 0 and 360. */
export function turnedAbout(element: Element, centre: Point, degrees: number): Element {
  const own = centreOf(boxOf(element));
  const turned = rotateVector({ x: own.x - centre.x, y: own.y - centre.y }, degrees);
  const rotation = (((element.rotation + degrees) % 360) + 360) % 360;
  return {
    ...element,
    position: {
      ...element.position,
      x: toHundredth(centre.x + turned.x - element.size.width / 2),
      y: toHundredth(centre.y + turned.y - element.size.height / 2),
    },
    rotation: toHundredth(rotation),
  };
}

/** Distance of the turning handle from the frame's upper edge, in screen px. */
export const turnHandleDistance = 24;

/** Where the turning handle is, in canvas px. */
export function turnHandleAt({ box, rotation }: Frame, zoom: number): Point {
  const centre = centreOf(box);
  const up = rotateVector({ x: 0, y: -box.height / 2 - turnHandleDistance / zoom }, rotation);
  return { x: centre.x + up.x, y: centre.y + up.y };
}
