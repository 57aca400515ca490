import { drawScene } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import type { DrawJob } from '../job.ts';
import { placeOf } from './scene.ts';

/** Draws a scene of one page as large as it fits. @param scale dots of the canvas for each px of the output */
export function drawPicture(
  job: Pick<DrawJob, 'scene' | 'width' | 'height' | 'backgroundColor'>,
  env: SceneEnv,
  scale = 1,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(job.width * scale);
  canvas.height = Math.round(job.height * scale);
  const ctx: SceneContext | null = canvas.getContext('2d');
  if (!ctx) throw new Error('refused: A picture of this size does not fit into memory.');
  ctx.fillStyle = job.backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const { fit, x, y } = placeOf(job, scale);
  ctx.setTransform(fit, 0, 0, fit, x, y);
  ctx.beginPath();
  ctx.rect(0, 0, job.scene.canvasSize.width, job.scene.canvasSize.height);
  ctx.clip();
  drawScene(ctx, job.scene, env);
  return canvas;
}
