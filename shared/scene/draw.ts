import type { CanvasBackground, CanvasSize, Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { inLayerOrder } from '#shared/model/layers.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { isSeen, motionAt, turnAndScale } from './animations/motion.ts';
import { shadowReach } from './css/shadow.ts';
import type { Drawable, TextLine } from './element-type.ts';
import type { Scene, SceneContext, SceneEnv } from './env.ts';
import { flipOf, isFlipped } from './flip.ts';
import { drawableOf, typeOf } from './known-types.ts';
import { isolate } from './paint/canvas.ts';
import { fillPaint } from './paint/fill.ts';
import { drawFitted } from './paint/image-fit.ts';
import { drawPlaceholder } from './paint/placeholder.ts';
import { shadowsOf } from './paint/shadow.ts';
import { drawVideoBackground } from './paint/video.ts';

/** Draws the background over the whole canvas, from (0, 0). */
export function drawBackground(
  ctx: SceneContext,
  background: CanvasBackground,
  size: CanvasSize,
  env: SceneEnv,
): void {
  const box = { x: 0, y: 0, ...size };
  isolate(ctx, () => {
    const whole = () => ctx.rect(0, 0, size.width, size.height);
    const cover = (url: string) => {
      ctx.beginPath();
      whole();
      ctx.clip();
      if (isMediaSource(url)) drawFitted(ctx, env.assets.image(url), box, 'cover');
    };
    switch (background.type) {
      case 'solid':
        return fillPaint(ctx, background.color, box, whole, '#ffffff');
      case 'gradient':
        return fillPaint(ctx, background.gradient, box, whole, '#ffffff');
      case 'image':
        fillPaint(ctx, '#ffffff', box, whole);
        return cover(background.imageUrl);
      case 'video':
        // A video that cannot be shown is black (specification, section 4).
        fillPaint(ctx, '#000000', box, whole);
        ctx.beginPath();
        whole();
        ctx.clip();
        return drawVideoBackground(ctx, background, box, env);
      default:
        background satisfies never;
    }
  });
}

function isDrawable({ position, size }: Element): boolean {
  const numbers = [position.x, position.y, size.width, size.height];
  return numbers.every(Number.isFinite) && size.width > 0 && size.height > 0;
}

/** Moves the context into an element's own box: rotated about its centre, (0, 0) at its top left corner. */
function enterBox(ctx: SceneContext, { position, size, rotation }: Element): void {
  const turned = Number.isFinite(rotation) && rotation % 360 !== 0;
  if (!turned) {
    ctx.translate(position.x, position.y);
    return;
  }
  ctx.translate(position.x + size.width / 2, position.y + size.height / 2);
  ctx.rotate((rotation * Math.PI) / 180);
  ctx.translate(-size.width / 2, -size.height / 2);
}

/** Mirrors the context within the element's own box. */
function turnOver(ctx: SceneContext, element: Element): void {
  const { x, y } = flipOf(element);
  const { width, height } = element.size;
  ctx.translate(x < 0 ? width : 0, y < 0 ? height : 0);
  ctx.scale(x, y);
}

/** How far an element's drawing may reach beyond its box, in px. */
export function reachOf(drawable: Drawable): number {
  const { boxShadow, textShadow } = drawable.styles;
  const shadows = [boxShadow, textShadow].map((css) =>
    typeof css === 'string' ? shadowReach(shadowsOf(css)) : 0,
  );
  return Math.max(...shadows) + (typeOf(drawable.element).reach?.(drawable) ?? 64) + 2;
}

function drawContent(ctx: SceneContext, drawable: Drawable, env: SceneEnv): void {
  try {
    isolate(ctx, () => typeOf(drawable.element).draw(ctx, drawable, env));
  } catch (error) {
    env.onError?.(drawable.element, error);
    drawPlaceholder(
      ctx,
      drawable,
      { icon: 'broken', label: 'Element could not be drawn', tone: 'error' },
      env,
    );
  }
}

/**
 * Draws an element in one piece onto a scratch canvas and lays that over the picture at the given opacity,
 * so that overlapping parts do not shine through one another. False when there is no scratch canvas.
 */
function drawTranslucent(ctx: SceneContext, drawable: Drawable, opacity: number, env: SceneEnv): boolean {
  if (!env.createLayer) return false;
  const matrix = ctx.getTransform();
  const reach = reachOf(drawable);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [-reach, drawable.width + reach]) {
    for (const y of [-reach, drawable.height + reach]) {
      xs.push(matrix.a * x + matrix.c * y + matrix.e);
      ys.push(matrix.b * x + matrix.d * y + matrix.f);
    }
  }
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const width = Math.min(ctx.canvas.width, Math.ceil(Math.max(...xs))) - left;
  const height = Math.min(ctx.canvas.height, Math.ceil(Math.max(...ys))) - top;
  if (width <= 0 || height <= 0) return true;
  const layer = env.createLayer(width, height);
  if (!layer) return false;
  try {
    layer.ctx.setTransform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e - left, matrix.f - top);
    drawContent(layer.ctx, drawable, env);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha *= opacity;
    ctx.drawImage(layer.canvas, left, top);
  } finally {
    layer.release();
  }
  return true;
}

/** An element's opacity as drawn: hidden ones are left out, or faint when the editor asks for them. */
function shownOpacity({ opacity, isVisible }: Element, showHidden = false): number {
  const own = Number.isFinite(opacity) ? Math.min(1, Math.max(0, opacity)) : 1;
  if (isVisible) return own;
  return showHidden ? own * editorConstants.hiddenOpacity : 0;
}

/**
 * Draws one element at its place on the canvas, whose own scale the caller has set.
 * @param options.inOwnBox the caller has already moved the context into the element's box, as a Konva shape does
 */
export function drawElement(
  ctx: SceneContext,
  element: Element,
  env: SceneEnv,
  options: { inOwnBox?: boolean } = {},
): void {
  const motion = env.still ? undefined : motionAt(element, env.t);
  if (motion && !isSeen(motion)) return;
  const opacity = shownOpacity(element, env.showHidden) * (motion?.opacity ?? 1);
  if (opacity === 0 || !isDrawable(element)) return;
  const drawable = drawableOf(element, env.seed);
  isolate(ctx, () => {
    if (motion) ctx.translate(motion.x, motion.y);
    if (!options.inOwnBox) enterBox(ctx, element);
    if (motion) turnAndScale(ctx, element.size, motion);
    if (isFlipped(element)) turnOver(ctx, element);
    if (opacity < 1) {
      if (drawTranslucent(ctx, drawable, opacity, env)) return;
      ctx.globalAlpha *= opacity;
    }
    drawContent(ctx, drawable, env);
  });
}

/** Draws a whole scene: its background, then its elements from the back to the front. */
export function drawScene(ctx: SceneContext, scene: Scene, env: SceneEnv): void {
  drawBackground(ctx, scene.canvasBackground, scene.canvasSize, env);
  for (const element of inLayerOrder(scene.elements)) drawElement(ctx, element, env);
}

/** Whether the picture changes with t; one that does not needs to be drawn only once. */
export function isAnimated(scene: Scene): boolean {
  return scene.elements.some(
    (element) => element.isVisible && (element.animations.length > 0 || typeOf(element).animated === true),
  );
}

export interface PlacedTextLine extends TextLine {
  elementId: string;
  /** From the element's own box to canvas px: (a, b, c, d, e, f) as in CSS's matrix(). */
  matrix: readonly [number, number, number, number, number, number];
}

/** Every visible line of text with its place, back to front: for searchable PDF and for screen readers. */
export function sceneTextLines(ctx: SceneContext, scene: Scene, env: SceneEnv): PlacedTextLine[] {
  return inLayerOrder(scene.elements).flatMap((element) => {
    if (shownOpacity(element) === 0 || !isDrawable(element)) return [];
    const { position, size } = element;
    const angle = Number.isFinite(element.rotation) ? (element.rotation * Math.PI) / 180 : 0;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [cx, cy] = [position.x + size.width / 2, position.y + size.height / 2];
    const { x, y } = flipOf(element);
    const e = cx - (x * cos * size.width) / 2 + (y * sin * size.height) / 2;
    const f = cy - (x * sin * size.width) / 2 - (y * cos * size.height) / 2;
    const lines = typeOf(element).textLines?.(ctx, drawableOf(element, env.seed), env) ?? [];
    return lines.map((line) => ({
      ...line,
      elementId: element.id,
      matrix: [x * cos, x * sin, -y * sin, y * cos, e, f] as const,
    }));
  });
}
