import type { Size } from '#shared/model/geometry.ts';
import { parseShadows, type Shadow } from '../css/shadow.ts';
import type { SceneContext } from '../env.ts';
import { memoize } from '../memo.ts';
import { isolate, type Outline, pixelScale } from './canvas.ts';

/** Shadows of a CSS value, remembered. */
export const shadowsOf = memoize(parseShadows);

/** Larger than any canvas: what casts a shadow is drawn this far to the left of its place, out of sight. */
const outOfSight = 30_000;

/**
 * Draws only the shadow of what `draw` draws. A canvas measures shadow offsets and blur in its own pixels,
 * whatever the transform, so both are transformed here: a shadow looks the same at every zoom and turns
 * with its element.
 */
export function castShadow(
  ctx: SceneContext,
  shadow: Pick<Shadow, 'x' | 'y' | 'blur' | 'color'>,
  draw: () => void,
): void {
  isolate(ctx, () => {
    const { a, b, c, d, e, f } = ctx.getTransform();
    ctx.shadowColor = shadow.color;
    ctx.shadowBlur = shadow.blur * pixelScale(ctx);
    ctx.shadowOffsetX = a * shadow.x + c * shadow.y + outOfSight;
    ctx.shadowOffsetY = b * shadow.x + d * shadow.y;
    ctx.setTransform(a, b, c, d, e - outOfSight, f);
    ctx.fillStyle = '#000';
    ctx.strokeStyle = '#000';
    draw();
  });
}

const farAround = (ctx: SceneContext, reach: number, width: number, height: number) =>
  ctx.rect(-reach, -reach, width + 2 * reach, height + 2 * reach);

/** Draws the outer box-shadows of an outline; nothing is painted beneath the box itself, as in CSS. */
export function drawOuterShadows(ctx: SceneContext, css: unknown, outline: Outline): void {
  const shadows = typeof css === 'string' ? shadowsOf(css).filter((shadow) => !shadow.inset) : [];
  if (shadows.length === 0) return;
  isolate(ctx, () => {
    ctx.beginPath();
    farAround(ctx, 20_000, 0, 0);
    outline();
    ctx.clip('evenodd');
    for (const shadow of shadows.toReversed()) {
      castShadow(ctx, shadow, () => {
        ctx.beginPath();
        outline(shadow.spread);
        ctx.fill();
      });
    }
  });
}

/** Draws the inset box-shadows of an outline, over what fills it. */
export function drawInsetShadows(ctx: SceneContext, css: unknown, size: Size, outline: Outline): void {
  const shadows = typeof css === 'string' ? shadowsOf(css).filter((shadow) => shadow.inset) : [];
  if (shadows.length === 0) return;
  isolate(ctx, () => {
    ctx.beginPath();
    outline();
    ctx.clip();
    for (const shadow of shadows.toReversed()) {
      const { x, y, blur, spread } = shadow;
      const reach = Math.max(Math.abs(x), Math.abs(y)) + blur + Math.abs(spread) + 10;
      castShadow(ctx, shadow, () => {
        ctx.beginPath();
        farAround(ctx, reach, size.width, size.height);
        outline(-shadow.spread);
        ctx.fill('evenodd');
      });
    }
  });
}
