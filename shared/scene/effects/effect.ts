import type * as z from 'zod';
import type { Size } from '#shared/model/geometry.ts';
import { type Drawable, defineElementType, type ElementType, type FormField } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { radiusField } from '../form-fields.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { readRadius } from '../styles.ts';

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
      drawBox(ctx, element, element.styles);
      clipTo(ctx, roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles)));
      draw(ctx, element, env);
    },
    reach: () => 0,
  });
}

/** How large one px of the effect's design (800 × 600) is in an element: things grow with the box they fill. */
export function unitOf({ width, height }: Size): number {
  return Math.max(0.1, Math.min(Math.sqrt(width * height) / 693, Math.min(width, height) / 200));
}

/**
 * Draws something soft on a scratch canvas of fewer dots and lays it over the element, enlarged: for glows and
 * clouds, which cost by the dot and have no edges to lose. Without a scratch canvas it is drawn in place.
 * @param dots dots per px of the element, e.g. 0.25
 */
export function drawSoftly(
  ctx: SceneContext,
  element: Size,
  env: SceneEnv,
  dots: number,
  draw: (ctx: SceneContext) => void,
): void {
  const width = Math.max(1, Math.round(element.width * dots));
  const height = Math.max(1, Math.round(element.height * dots));
  const layer = env.createLayer?.(width, height);
  if (!layer) {
    isolate(ctx, () => draw(ctx));
    return;
  }
  try {
    isolate(layer.ctx, () => {
      layer.ctx.scale(width / element.width, height / element.height);
      draw(layer.ctx);
    });
    ctx.drawImage(layer.canvas, 0, 0, element.width, element.height);
  } finally {
    layer.release();
  }
}
