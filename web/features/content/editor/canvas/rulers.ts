import type { SceneContext } from '#shared/scene/env.ts';
import type { Editor } from '../editor.ts';
import type { OverlayColors } from './overlay-painter.ts';

/** Width of a ruler in screen px. */
export const rulerSide = 20;
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
  ctx.fillStyle = colors.text;
  ctx.strokeStyle = colors.line;
  ctx.lineWidth = 1;
  ctx.textBaseline = 'middle';
  paintTicks(ctx, { offset: x, length: width, zoom, step, upright: false });
  paintTicks(ctx, { offset: y, length: height, zoom, step, upright: true });
  ctx.fillStyle = colors.surface;
  ctx.fillRect(0, 0, rulerSide, rulerSide);
  ctx.beginPath();
  ctx.moveTo(0, rulerSide - 0.5);
  ctx.lineTo(width, rulerSide - 0.5);
  ctx.moveTo(rulerSide - 0.5, 0);
  ctx.lineTo(rulerSide - 0.5, height);
  ctx.stroke();
  ctx.restore();
}

interface Ticks {
  offset: number;
  length: number;
  zoom: number;
  step: number;
  upright: boolean;
}

function paintTicks(ctx: SceneContext, { offset, length, zoom, step, upright }: Ticks): void {
  const first = Math.ceil((rulerSide - offset) / zoom / (step / 5)) * (step / 5);
  ctx.beginPath();
  for (let at = first; at * zoom + offset < length; at += step / 5) {
    const screen = Math.round(at * zoom + offset) + 0.5;
    const labelled = Math.abs(at / step - Math.round(at / step)) < 0.001;
    const tick = labelled ? rulerSide - 7 : rulerSide - 4;
    if (upright) {
      ctx.moveTo(tick, screen);
      ctx.lineTo(rulerSide, screen);
    } else {
      ctx.moveTo(screen, tick);
      ctx.lineTo(screen, rulerSide);
    }
    if (!labelled) continue;
    const label = String(Math.round(at));
    if (!upright) ctx.fillText(label, screen + 3, 8);
    else {
      ctx.save();
      ctx.translate(8, screen + 3);
      ctx.rotate(Math.PI / 2);
      ctx.fillText(label, 0, 0);
      ctx.restore();
    }
  }
  ctx.stroke();
}
