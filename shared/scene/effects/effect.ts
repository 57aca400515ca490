import type * as z from 'zod';
import type { Box, Size } from '#shared/model/geometry.ts';
import { type Drawable, defineElementType, type ElementType, type FormField } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { radiusField } from '../form-fields.ts';
import { clipTo, isolate, pixelScale, roundedBox } from '../paint/canvas.ts';
import { fillPaint, isGradient } from '../paint/fill.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { readRadius } from '../styles.ts';
import { bitmapFor } from './sprite.ts';

/** Default size of an animated background, in px (specification, section 3). */
const backgroundSize: Size = { width: 800, height: 600 };

interface Effect<Properties> {
  type: string;
  label: string;
  description: string;
  tags: readonly string[];
  icon: string;
  size?: Size;
  isPro?: boolean;
  /** A CSS colour or gradient behind the effect; transparent without one. */
  background?: string;
  properties: z.ZodObject;
  form: readonly FormField[];
  /**
   * Draws the effect at `env.t` into its box, to which it is clipped. Everything follows from (element, t): no
   * state is carried from one frame to the next.
   */
  draw(ctx: SceneContext, element: Drawable<Properties>, env: SceneEnv): void;
  /** Seconds after which nothing moves any more; endless without it. */
  animatedUntil?(element: Drawable<Properties>): number;
}

/** Declares an animated background. */
export function defineEffect<Schema extends z.ZodObject>(
  effect: Omit<Effect<z.output<Schema>>, 'properties'> & { properties: Schema },
): ElementType {
  const { size = backgroundSize, background = 'transparent', draw, form, ...rest } = effect;
  return defineElementType({
    ...rest,
    base: 'animation',
    category: 'Effects',
    size,
    animated: true,
    styles: { backgroundColor: background, borderRadius: 0 },
    form: [
      ...form,
      {
        target: 'styles',
        key: 'backgroundColor',
        tab: 'style',
        kind: 'color',
        label: 'Background',
        help: 'A colour or a CSS gradient; transparent lets what lies behind shine through.',
      },
      radiusField,
    ],
    draw: (ctx, element, env) => {
      const outline = roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles));
      drawOuterShadows(ctx, element.styles.boxShadow, outline);
      clipTo(ctx, outline);
      const css = element.styles.backgroundColor;
      const fill = (target: SceneContext) =>
        fillPaint(target, css, { x: 0, y: 0, width: element.width, height: element.height }, () =>
          target.rect(0, 0, element.width, element.height),
        );
      if (css !== 'transparent') {
        if (isGradient(css)) drawStill(ctx, element, css, fill);
        else fill(ctx);
      }
      draw(ctx, element, env);
    },
    reach: () => 0,
  });
}

/** How large one px of the effect's design (800 × 600) is in an element: things grow with the box they fill. */
export function unitOf({ width, height }: Size): number {
  return Math.max(0.1, Math.min(Math.sqrt(width * height) / 693, Math.min(width, height) / 200));
}

/** The context's transform when it neither turns nor mirrors, so that dots of a bitmap can meet dots of the picture. */
function upright(ctx: SceneContext) {
  const { a, b, c, d, e, f } = ctx.getTransform();
  return b === 0 && c === 0 && a > 0 && d > 0 ? { a, d, e, f } : undefined;
}

/** Above this many dots a still layer is painted each time instead of kept. */
const largestStill = 9_000_000;

/**
 * Draws what never changes: painted once for a size, then copied dot by dot, which costs a twentieth of a gradient.
 * @param key names everything that the painting depends on but the size
 * @param box where it lies within the element; the whole of it without
 */
export function drawStill(
  ctx: SceneContext,
  element: Size,
  key: string,
  paint: (ctx: SceneContext) => void,
  box: Box = { x: 0, y: 0, width: element.width, height: element.height },
): void {
  const matrix = upright(ctx);
  const scale = pixelScale(ctx) || 1;
  const { a, d, e, f } = matrix ?? { a: scale, d: scale, e: 0, f: 0 };
  const [x, y] = [Math.floor(e + box.x * a), Math.floor(f + box.y * d)];
  // A dot more than the box, as the layer is laid on whole dots.
  const [width, height] = [Math.ceil(box.width * a) + 1, Math.ceil(box.height * d) + 1];
  const size = `${element.width}x${element.height}:${width}x${height}`;
  const bitmap =
    width * height > largestStill
      ? undefined
      : bitmapFor(`still:${key}:${size}`, width, height, (still) => {
          still.scale(a, d);
          still.translate(-box.x, -box.y);
          paint(still);
        });
  isolate(ctx, () => {
    if (!bitmap) return paint(ctx);
    if (!matrix) return ctx.drawImage(bitmap, box.x, box.y, width / a, height / d);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(bitmap, x, y);
  });
}

/** The square about a point, for what shines around it. */
export const around = (x: number, y: number, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

/** Rows of an element, in px from its top; `to` is not below `from`. */
export interface Rows {
  from: number;
  to: number;
}

/** Dark rows that are enlarged on each side of the lit ones: smoothing looks at a row's neighbours. */
const darkRows = 2;

/** The whole rows of a scratch canvas that hold what was lit, none where all of it lies outside. */
function litRows({ from, to }: Rows, scale: number, height: number): { top: number; rows: number } {
  const top = Math.min(height, Math.max(0, Math.floor(from * scale) - darkRows));
  const end = Math.min(height, Math.max(0, Math.ceil(to * scale) + darkRows));
  return { top, rows: Math.max(0, end - top) };
}

/**
 * Draws something soft on a scratch canvas of few dots and lays it over the element, enlarged: for glows and
 * clouds, which cost by the dot and have no edges to lose. Smoothing is done at half the picture's dots, then each
 * is doubled: a third of the cost, and not to be seen. Without a scratch canvas it is drawn in place.
 * @param draw answers which rows it has lit, so that no others are enlarged; all are where it answers nothing
 */
export function drawSoftly(
  ctx: SceneContext,
  element: Size,
  env: SceneEnv,
  dots: Size,
  draw: (ctx: SceneContext) => Rows | undefined,
): void {
  const small = env.createLayer?.(dots.width, dots.height);
  if (!small) {
    isolate(ctx, () => draw(ctx));
    return;
  }
  try {
    const scale = dots.height / element.height;
    let lit: Rows = { from: 0, to: element.height };
    isolate(small.ctx, () => {
      small.ctx.scale(dots.width / element.width, scale);
      lit = draw(small.ctx) ?? lit;
    });
    const { top, rows } = litRows(lit, scale, dots.height);
    if (rows === 0) return;
    /** Enlarges the lit rows to where they lie in a picture of this size. */
    const enlarge = (target: SceneContext, wide: number, high: number) => {
      const row = high / dots.height;
      target.drawImage(small.canvas, 0, top, dots.width, rows, 0, top * row, wide, rows * row);
      return { top: Math.floor(top * row), end: Math.ceil((top + rows) * row) };
    };
    const matrix = upright(ctx);
    const width = matrix ? Math.ceil((element.width * matrix.a) / 2) + 1 : 0;
    const height = matrix ? Math.ceil((element.height * matrix.d) / 2) + 1 : 0;
    const half =
      width > dots.width && width * height < largestStill ? env.createLayer?.(width, height) : undefined;
    if (!half || !matrix) {
      enlarge(ctx, element.width, element.height);
      half?.release();
      return;
    }
    const band = enlarge(half.ctx, (element.width * matrix.a) / 2, (element.height * matrix.d) / 2);
    const bandRows = Math.min(height, band.end) - band.top;
    isolate(ctx, () => {
      ctx.setTransform(2, 0, 0, 2, Math.floor(matrix.e), Math.floor(matrix.f));
      ctx.imageSmoothingEnabled = false;
      ctx.drawImage(half.canvas, 0, band.top, width, bandRows, 0, band.top, width, bandRows);
    });
    half.release();
  } finally {
    small.release();
  }
}
