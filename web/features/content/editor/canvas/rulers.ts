import type { SceneContext } from '#shared/scene/env.ts';
import type { Editor } from '../editor.ts';
import type { OverlayColors } from './overlay-painter.ts';

/** Width of a ruler in screen px. */
const rulerSide = 20;
/** Labelled ticks are at least this far apart on the screen, in px. */
const closestLabels = 64;
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/** Rulers in canvas px along the top and the left, with the selection's extent marked. */
export function paintRulers(ctx: SceneContext, editor: Editor, colors: OverlayColors): void {
  const { width, height } = editor.camera.screen.get();
  const { zoom, x, y } = editor.camera.view.get();
  const step = steps.find((one) => one * zoom >= closestLabels) ?? steps.at(-1)!;
  const { offset } = editor.moving.get() ?? {};
  const box = editor.selectionBox();
  const selected = box && offset ? { ...box, x: box.x + offset.x, y: box.y + offset.y } : box;

  ctx.save();
  ctx.fillStyle = colors.surface;
  ctx.fillRect(0, 0, width, rulerSide);
  ctx.fillRect(0, 0, rulerSide, height);
  if (selected) {
    const { x: sx, y: sy, width: sw, height: sh } = editor.camera.boxToScreen(selected);
    ctx.fillStyle = colors.accent;
    ctx.globalAlpha = 0.3;
    ctx.fillRect(Math.max(rulerSide, sx), 0, Math.max(0, sx + sw - Math.max(rulerSide, sx)), rulerSide);
    ctx.fillRect(0, Math.max(rulerSide, sy), rulerSide, Math.max(0, sy + sh - Math.max(rulerSide, sy)));
    ctx.globalAlpha = 1;
  }
  ctx.font = '10px "Inter Variable", Inter, sans-serif';
  ctx.textBaseline = 'middle';
  paintTicks(ctx, colors, { offset: x, length: width, zoom, step, upright: false });
  paintTicks(ctx, colors, { offset: y, length: height, zoom, step, upright: true });
  ctx.fillStyle = colors.surface;
  ctx.fillRect(0, 0, rulerSide, rulerSide);
  ctx.fillStyle = colors.line;
  ctx.fillRect(0, rulerSide - 1, width, 1);
  ctx.fillRect(rulerSide - 1, 0, 1, height);
  ctx.restore();
}

interface Ticks {
  offset: number;
  length: number;
  zoom: number;
  step: number;
  upright: boolean;
}

/** Ticks are rectangles on whole px: a path of a hundred lines takes longer, and this is done in every frame. */
function paintTicks(ctx: SceneContext, colors: OverlayColors, ticks: Ticks): void {
  const { offset, length, zoom, step, upright } = ticks;
  const first = Math.ceil((rulerSide - offset) / zoom / (step / 5)) * (step / 5);
  const labels: { at: number; screen: number }[] = [];
  ctx.fillStyle = colors.line;
  for (let at = first; at * zoom + offset < length; at += step / 5) {
    const screen = Math.round(at * zoom + offset);
    const labelled = Math.abs(at / step - Math.round(at / step)) < 0.001;
    const tick = labelled ? rulerSide - 7 : rulerSide - 4;
    if (upright) ctx.fillRect(tick, screen, rulerSide - tick, 1);
    else ctx.fillRect(screen, tick, 1, rulerSide - tick);
    if (labelled) labels.push({ at, screen });
  }
  ctx.fillStyle = colors.text;
  for (const { at, screen } of labels) {
    const label = String(Math.round(at));
    if (!upright) ctx.fillText(label, screen + 3.5, 8);
    else {
      ctx.save();
      ctx.translate(8, screen + 3.5);
      ctx.rotate(Math.PI / 2);
      ctx.fillText(label, 0, 0);
      ctx.restore();
    }
  }
}
