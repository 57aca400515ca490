import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext } from '../env.ts';
import { fillOutline, isolate, roundedBox } from './canvas.ts';
import { fillPaint } from './fill.ts';

/** Fills a box with rounded corners with a CSS colour or gradient. */
export function fillRounded(ctx: SceneContext, box: Box, paint: string, radius = 0): void {
  fillPaint(ctx, paint, box, roundedBox(ctx, box.x, box.y, box.width, box.height, radius));
}

/** Draws a line inside a box's edge. */
export function lineRounded(ctx: SceneContext, box: Box, color: string, width: number, radius = 0): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.beginPath();
  roundedBox(ctx, box.x, box.y, box.width, box.height, radius)(-width / 2);
  ctx.stroke();
}

export function fillCircle(ctx: SceneContext, x: number, y: number, radius: number, color: string): void {
  ctx.fillStyle = color;
  fillOutline(ctx, () => ctx.arc(x, y, Math.max(0, radius), 0, Math.PI * 2));
}

/** Draws strokes given in a square of 24 units into a square of `side` px at (x, y). */
export function strokeGlyph(
  ctx: SceneContext,
  place: { x: number; y: number; side: number },
  color: string,
  trace: (ctx: SceneContext) => void,
  lineWidth = 2,
): void {
  isolate(ctx, () => {
    ctx.translate(place.x, place.y);
    ctx.scale(place.side / 24, place.side / 24);
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.lineWidth = lineWidth;
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    ctx.beginPath();
    trace(ctx);
  });
}

export const inset = (box: Box, x: number, y = x): Box => ({
  x: box.x + x,
  y: box.y + y,
  width: Math.max(0, box.width - 2 * x),
  height: Math.max(0, box.height - 2 * y),
});
