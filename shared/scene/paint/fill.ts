import type { Box } from '#shared/model/geometry.ts';
import { colorOr } from '../css/color.ts';
import { paintGradient, parseGradient } from '../css/gradient.ts';
import type { SceneContext } from '../env.ts';
import { memoize } from '../memo.ts';
import { isolate, type Outline } from './canvas.ts';

const gradientOf = memoize(parseGradient);

/** Whether a CSS paint is a gradient that can be drawn. */
export function isGradient(css: unknown): css is string {
  return typeof css === 'string' && gradientOf(css) !== undefined;
}

/**
 * A fill or stroke style for a CSS colour or gradient laid over a box. For text and strokes: an elliptic
 * gradient is drawn as a circle there.
 */
export function paintStyle(
  ctx: SceneContext,
  css: unknown,
  box: Box,
  fallback: string,
): string | CanvasGradient {
  const gradient = typeof css === 'string' ? gradientOf(css) : undefined;
  return gradient ? paintGradient(ctx, gradient, box).style : colorOr(css, fallback);
}

/** Fills an outline with a CSS colour or gradient laid over a box. */
export function fillPaint(
  ctx: SceneContext,
  css: unknown,
  box: Box,
  outline: Outline,
  fallback = 'rgba(0, 0, 0, 0)',
): void {
  const gradient = typeof css === 'string' ? gradientOf(css) : undefined;
  const paint = gradient ? paintGradient(ctx, gradient, box) : undefined;
  ctx.beginPath();
  outline();
  if (!paint || paint.stretch.factor === 1) {
    ctx.fillStyle = paint?.style ?? colorOr(css, fallback);
    ctx.fill();
    return;
  }
  isolate(ctx, () => {
    ctx.clip();
    const { y, factor } = paint.stretch;
    ctx.translate(0, y);
    ctx.scale(1, factor);
    ctx.fillStyle = paint.style;
    ctx.fillRect(box.x, (box.y - y) / factor, box.width, box.height / factor);
  });
}
