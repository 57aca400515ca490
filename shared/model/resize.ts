import type { BaseElementType } from './content.ts';
import { type Box, centreOf, rotateVector, type Size } from './geometry.ts';

export interface ResizeBounds {
  minWidth: number;
  minHeight: number;
  maxWidth: number;
  maxHeight: number;
  /** 'free'; 'snap' pulls a nearly kept ratio back to the ratio it had; 'square' is always 1:1. */
  aspect: 'free' | 'snap' | 'square';
}

/** Largest side of any element when it is resized by hand (section 5). */
const maximumSide = 2000;

const bounds = (
  minWidth: number,
  minHeight: number,
  more: Partial<Pick<ResizeBounds, 'aspect' | 'maxHeight'>> = {},
): ResizeBounds => ({
  minWidth,
  minHeight,
  maxWidth: maximumSide,
  maxHeight: maximumSide,
  aspect: 'free',
  ...more,
});

const photo = bounds(50, 50, { aspect: 'snap' });
const video = bounds(160, 90, { aspect: 'snap' });

/** Section 5 of the specification, 'Resize bounds', in px. */
export const resizeBounds: Record<BaseElementType, ResizeBounds> = {
  text: bounds(50, 20),
  image: photo,
  standard_photo: photo,
  animation: photo,
  confetti: photo,
  sales_rep_photo: bounds(20, 20),
  video,
  video_player: video,
  shape: bounds(20, 20),
  button: bounds(60, 30, { maxHeight: 100 }),
  chart: bounds(150, 100),
  qr_code: bounds(50, 50, { aspect: 'square' }),
  timer: bounds(100, 60),
  weather: bounds(100, 60),
};

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** How far, in px of height, a dragged size may be off its old ratio and still be pulled back to it. */
const aspectSnapTolerance = 8;

/** Brings a size into its bounds, keeping the given ratio (width / height) where one is to be kept. */
export function constrainSize(size: Size, limits: ResizeBounds, ratio?: number): Size {
  const kept = limits.aspect === 'square' ? 1 : ratio;
  if (!kept) {
    return {
      width: clamp(size.width, limits.minWidth, limits.maxWidth),
      height: clamp(size.height, limits.minHeight, limits.maxHeight),
    };
  }
  const smallest = Math.max(limits.minWidth, limits.minHeight * kept);
  const largest = Math.min(limits.maxWidth, limits.maxHeight * kept);
  // A ratio too extreme for both bounds at once: the maximum wins, so that the element stays drawable.
  const width = Math.min(Math.max(size.width, smallest), largest);
  return { width, height: width / kept };
}

export type ResizeHandle = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/**
 * The box after one of its handles was dragged by (dx, dy) canvas px since the gesture began. The opposite
 * corner or edge stays where it is, also when the box is rotated.
 * @param start the box when the gesture began; recompute from it at each move
 * @param options keepAspect: Shift is held; zoom: of the view, as tolerances are in screen px
 */
export function resizeBox(
  start: Box,
  handle: ResizeHandle,
  dx: number,
  dy: number,
  limits: ResizeBounds,
  options: { rotation?: number; keepAspect?: boolean; zoom?: number } = {},
): Box {
  const { rotation = 0, keepAspect = false, zoom = 1 } = options;
  const local = rotateVector({ x: dx, y: dy }, -rotation);
  const alongX = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0;
  const alongY = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0;
  let width = start.width + alongX * local.x;
  let height = start.height + alongY * local.y;

  const ratio = limits.aspect === 'square' ? 1 : start.width / start.height;
  const corner = alongX !== 0 && alongY !== 0;
  const nearRatio =
    limits.aspect === 'snap' && corner && Math.abs(height - width / ratio) <= aspectSnapTolerance / zoom;
  const keep = keepAspect || limits.aspect === 'square' || nearRatio;
  if (keep) {
    const widthLeads =
      alongY === 0 || (corner && Math.abs(width - start.width) >= Math.abs(height - start.height) * ratio);
    if (widthLeads) height = width / ratio;
    else width = height * ratio;
  }
  const size = constrainSize({ width, height }, limits, keep ? ratio : undefined);

  const shift = rotateVector(
    { x: (alongX * (size.width - start.width)) / 2, y: (alongY * (size.height - start.height)) / 2 },
    rotation,
  );
  const centre = centreOf(start);
  return {
    x: centre.x + shift.x - size.width / 2,
    y: centre.y + shift.y - size.height / 2,
    width: size.width,
    height: size.height,
  };
}
