import type { Element } from '#shared/model/content.ts';
import type { Box, Point, Size } from '#shared/model/geometry.ts';
import { flipOf } from '#shared/scene/flip.ts';
import { fitImage, readCrop } from '#shared/scene/paint/image-fit.ts';
import { type ObjectFit, objectFits } from '#shared/scene/presets.ts';
import { drawableOf, typeNameOf } from '#shared/scene/registry.ts';
import { readChoice, readText } from '#shared/scene/styles.ts';

/** Sides of a crop frame in px of the canvas are at least this long. */
const smallestCrop = 10;

export const canCrop = (element: Element): boolean =>
  typeNameOf(element) === 'image' &&
  typeof element.properties.src === 'string' &&
  element.properties.src !== '';

/** Where the whole picture lies in px of the element's own box, and the part of it that is shown. */
export function cropOf(element: Element, natural: Size): { picture: Box; frame: Box } {
  const { styles, properties } = drawableOf(element, 0);
  const own = properties.objectFit as ObjectFit;
  const fit = readChoice<ObjectFit>(styles, 'objectFit', objectFits, own);
  const crop = readCrop(styles);
  const box = { x: 0, y: 0, ...element.size };
  const part = { width: crop.width * natural.width, height: crop.height * natural.height };
  const shown = fitImage(part, box, fit, readText(styles, 'objectPosition', 'center'));
  const picture = {
    x: shown.x - (crop.x / crop.width) * shown.width,
    y: shown.y - (crop.y / crop.height) * shown.height,
    width: shown.width / crop.width,
    height: shown.height / crop.height,
  };
  return { picture, frame: within(box, shown) };
}

/** The common part of two boxes. */
function within(one: Box, two: Box): Box {
  const x = Math.max(one.x, two.x);
  const y = Math.max(one.y, two.y);
  return {
    x,
    y,
    width: Math.min(one.x + one.width, two.x + two.width) - x,
    height: Math.min(one.y + one.height, two.y + two.height) - y,
  };
}

/** A handle pulls these sides: -1 the left or upper one, 1 the other. */
export interface Pull {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** The frame after a pull by (dx, dy) in px of the element's own box; (0, 0) moves it as it is. */
export function pulled(frame: Box, picture: Box, pull: Pull, dx: number, dy: number): Box {
  const [x, width] = side(frame.x, frame.width, picture.x, picture.width, pull, pull.x, dx);
  const [y, height] = side(frame.y, frame.height, picture.y, picture.height, pull, pull.y, dy);
  return { x, y, width, height };
}

function side(
  start: number,
  length: number,
  from: number,
  room: number,
  { x, y }: Pull,
  which: number,
  by: number,
): [start: number, length: number] {
  const end = start + length;
  const to = from + room;
  const least = Math.min(smallestCrop, room);
  if (x === 0 && y === 0) return [Math.min(Math.max(start + by, from), to - length), length];
  if (which < 0) {
    const next = Math.min(Math.max(start + by, from), end - least);
    return [next, end - next];
  }
  if (which > 0) return [start, Math.min(Math.max(end + by, start + least), to) - start];
  return [start, length];
}

/** The element showing what the frame holds; the picture stays where it is on the canvas. */
export function cropped(element: Element, { picture, frame }: { picture: Box; frame: Box }): Element {
  const { position, size, rotation } = element;
  const flip = flipOf(element);
  const angle = (rotation * Math.PI) / 180;
  // From the old middle to the new one, in the element's own axes and then in the canvas's.
  const own: Point = {
    x: flip.x * (frame.x + frame.width / 2 - size.width / 2),
    y: flip.y * (frame.y + frame.height / 2 - size.height / 2),
  };
  const middle = {
    x: position.x + size.width / 2 + own.x * Math.cos(angle) - own.y * Math.sin(angle),
    y: position.y + size.height / 2 + own.x * Math.sin(angle) + own.y * Math.cos(angle),
  };
  const share = (length: number, of: number) => Math.round(Math.min(1, Math.max(0, length / of)) * 1e6) / 1e6;
  const crop = {
    x: share(frame.x - picture.x, picture.width),
    y: share(frame.y - picture.y, picture.height),
    width: share(frame.width, picture.width),
    height: share(frame.height, picture.height),
  };
  const whole = crop.width > 0.999 && crop.height > 0.999;
  const { crop: _before, ...styles } = element.styles;
  return {
    ...element,
    position: { ...position, x: middle.x - frame.width / 2, y: middle.y - frame.height / 2 },
    size: { width: frame.width, height: frame.height },
    styles: whole ? styles : { ...styles, crop },
  };
}
