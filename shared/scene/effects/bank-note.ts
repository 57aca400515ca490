import { shade, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { chance } from './random.ts';
import type { Sprite } from './sprite.ts';
import { traceGlyph } from './strokes.ts';

/** Width and height of a note as it is painted. */
export const noteSize = { width: 156, height: 66 } as const;

/** Draws text with engraved strokes, centred on (x, y). @param height of a capital */
function engrave(ctx: SceneContext, text: string, x: number, y: number, height: number, css: string): void {
  const step = height * 0.92;
  ctx.strokeStyle = css;
  ctx.lineWidth = height * 0.17;
  ctx.lineCap = ctx.lineJoin = 'round';
  ctx.beginPath();
  [...text].forEach((glyph, i) => {
    traceGlyph(ctx, glyph, x + (i - (text.length - 1) / 2) * step, y, height);
  });
  ctx.stroke();
}

/** Fine interlaced lines, as engravers draw them against forgers. */
function guilloche(
  ctx: SceneContext,
  x: number,
  y: number,
  radius: number,
  petals: number,
  css: string,
): void {
  ctx.strokeStyle = css;
  ctx.lineWidth = 0.55;
  for (const depth of [0.24, 0.42]) {
    ctx.beginPath();
    for (let i = 0; i <= 180; i++) {
      const angle = (i / 180) * Math.PI * 2;
      const reach = radius * (1 - depth + depth * Math.cos(angle * petals + depth * 9));
      ctx.lineTo(x + Math.cos(angle) * reach * 1.2, y + Math.sin(angle) * reach);
    }
    ctx.closePath();
    ctx.stroke();
  }
}

/** One side of a bank note that belongs to no country: value, sign, ornament and a bust without features. */
export function bankNote(value: number, sign: string, tint: string, side: 'front' | 'back'): Sprite {
  const { width, height } = noteSize;
  return {
    key: `note:${value}:${sign}:${tint}:${side}`,
    width,
    height,
    paint: (ctx) => {
      const [w, h] = [width / 2 - 1, height / 2 - 1];
      const ink = shade(tint, -0.52);
      const paper = ctx.createLinearGradient(-w, -h, w, h);
      paper.addColorStop(0, shade(tint, 0.64));
      paper.addColorStop(0.5, shade(tint, 0.42));
      paper.addColorStop(1, shade(tint, 0.56));
      ctx.fillStyle = paper;
      ctx.beginPath();
      ctx.roundRect(-w, -h, 2 * w, 2 * h, 2.5);
      ctx.fill();
      ctx.save();
      ctx.clip();
      ctx.strokeStyle = withAlpha(tint, 0.28);
      ctx.lineWidth = 0.6;
      ctx.beginPath();
      for (let line = 0; line < 12; line++) {
        for (let x = -w; x <= w; x += 4)
          ctx.lineTo(x, -h + line * 6 + Math.sin(x / 9 + line * 1.3 + chance(value, line)) * 3.4);
        ctx.moveTo(-w, -h + (line + 1) * 6);
      }
      ctx.stroke();
      ctx.restore();
      ctx.strokeStyle = withAlpha(ink, 0.85);
      ctx.lineWidth = 1.5;
      ctx.strokeRect(-w + 3.5, -h + 3.5, 2 * w - 7, 2 * h - 7);
      ctx.lineWidth = 0.6;
      ctx.strokeRect(-w + 6, -h + 6, 2 * w - 12, 2 * h - 12);
      const label = String(value);
      if (side === 'front') {
        guilloche(ctx, 0, 0, 25, 12, withAlpha(ink, 0.5));
        ctx.fillStyle = shade(tint, 0.62);
        ctx.strokeStyle = ink;
        ctx.lineWidth = 1.4;
        ctx.beginPath();
        ctx.ellipse(0, 0, 17.5, 22.5, 0, 0, Math.PI * 2);
        ctx.fill();
        ctx.stroke();
        ctx.save();
        ctx.clip();
        ctx.fillStyle = withAlpha(ink, 0.82);
        ctx.beginPath();
        ctx.ellipse(0, -4.5, 7.2, 9, 0, 0, Math.PI * 2);
        ctx.ellipse(0, 22, 16, 15, 0, 0, Math.PI * 2);
        ctx.fill();
        ctx.fillStyle = withAlpha(shade(tint, 0.7), 0.4);
        ctx.beginPath();
        ctx.ellipse(-2.6, -6, 3, 6, 0.2, 0, Math.PI * 2);
        ctx.fill();
        ctx.restore();
        engrave(ctx, sign + label, -47, 1, 15 - label.length * 1.2, ink);
        guilloche(ctx, 48, 0, 15, 9, withAlpha(ink, 0.6));
        engrave(ctx, label, 48, 0, 10, ink);
      } else {
        guilloche(ctx, 0, 0, 26, 16, withAlpha(ink, 0.6));
        guilloche(ctx, -46, 0, 17, 8, withAlpha(ink, 0.45));
        guilloche(ctx, 46, 0, 17, 8, withAlpha(ink, 0.45));
        engrave(ctx, sign + label, 0, 0, 18, ink);
      }
      for (const [x, y] of [
        [-w + 14, -h + 12],
        [w - 14, -h + 12],
        [-w + 14, h - 12],
        [w - 14, h - 12],
      ] as const)
        engrave(ctx, label, x, y, 6.5, ink);
    },
  };
}
