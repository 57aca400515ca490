import { type PageDrawing, type pageDrawings, pageMomentAt } from '#shared/model/pages.ts';
import { drawScene } from './draw.ts';
import type { SceneContext, SceneEnv } from './env.ts';
import { transitionLook } from './page-transition.ts';
import { isolate } from './paint/canvas.ts';

/** Draws a page, moved by a share of its size and clipped to itself. */
function drawMoved(
  ctx: SceneContext,
  scene: PageDrawing,
  env: SceneEnv,
  { x, y, opacity }: { x: number; y: number; opacity: number },
): void {
  const { width, height } = scene.canvasSize;
  isolate(ctx, () => {
    ctx.translate(x * width, y * height);
    ctx.beginPath();
    ctx.rect(0, 0, width, height);
    ctx.clip();
    const layer = opacity < 1 ? env.createLayer?.(ctx.canvas.width, ctx.canvas.height) : undefined;
    if (!layer) return drawScene(ctx, scene, env);
    try {
      layer.ctx.setTransform(ctx.getTransform());
      drawScene(layer.ctx, scene, env);
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.globalAlpha *= opacity;
      ctx.drawImage(layer.canvas, 0, 0);
    } finally {
      layer.release();
    }
  });
}

/** Draws what is shown env.t seconds after the first page began: a page, or two while one gives way to the next. */
export function drawPages(ctx: SceneContext, drawings: ReturnType<typeof pageDrawings>, env: SceneEnv): void {
  const { index, t, leaving } = pageMomentAt(
    drawings.map(({ page }) => page),
    env.t,
  );
  const page = drawings[index]!;
  if (!leaving) {
    drawScene(ctx, page, { ...env, t });
    return;
  }
  const look = transitionLook(leaving.transition, leaving.progress);
  drawMoved(ctx, drawings[leaving.index]!, { ...env, t: leaving.t }, { ...look.leaving, opacity: 1 });
  drawMoved(ctx, page, { ...env, t }, look.entering);
}
