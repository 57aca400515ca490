import { drawBackground, drawElement } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import type { Editor } from '../editor/editor.ts';
import type { Timeline } from './timeline.ts';

/**
 * Paints the document as it is at a moment, with the drawing that exports and displays use; hidden elements and
 * variables without a value are left out, as there. The context's transform is the device's pixel ratio.
 */
export function paintMoment(
  ctx: SceneContext,
  editor: Editor,
  timeline: Timeline,
  given: SceneEnv,
  t: number,
): void {
  const env: SceneEnv = { ...given, t, still: false, markMissing: false, showHidden: false };
  const ratio = ctx.getTransform().a;
  const { x, y, zoom } = editor.camera.view.get();
  const scale = zoom * ratio;
  const { document } = editor;
  // What stands still is drawn where it is in sight; what moves may come from anywhere.
  const seen = new Set(document.paintedIn(editor.camera.visibleBox()).map(({ id }) => id));
  for (const { id } of timeline.animated) seen.add(id);
  const pulled = timeline.pulled.get();
  if (pulled) seen.add(pulled.elementId);

  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.setTransform(scale, 0, 0, scale, Math.round(x * ratio), Math.round(y * ratio));
  const { canvasSize } = document.fields.get();
  drawBackground(ctx, document.background, canvasSize, env);
  for (const { id } of document.inOrder([...seen])) {
    const element = editor.shown(id);
    if (element) drawElement(ctx, timeline.shown(element), env);
  }
  ctx.restore();
}
