import type { Size } from '#shared/model/geometry.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { layoutText } from '../text/layout.ts';
import { paintText } from '../text/paint.ts';
import { readTextStyle } from '../text/style.ts';
import { clipTo, fillOutline, isolate, roundedBox } from './canvas.ts';

export type PlaceholderIcon = 'picture' | 'broken' | 'wait' | 'puzzle';

export interface Placeholder {
  icon: PlaceholderIcon;
  label: string;
  radius?: number;
  tone?: 'neutral' | 'error';
}

const tones = {
  neutral: { background: '#f1f5f9', line: '#cbd5e1', ink: '#475569' },
  error: { background: '#fef2f2', line: '#fecaca', ink: '#b91c1c' },
} as const;

/** Draws an icon in a square of 24 units. */
function strokeIcon(ctx: SceneContext, icon: PlaceholderIcon): void {
  ctx.beginPath();
  if (icon === 'picture' || icon === 'broken') {
    ctx.roundRect(3, 4, 18, 16, 2.5);
    ctx.moveTo(3, 16.5);
    ctx.lineTo(8.5, 11.5);
    ctx.lineTo(13, 16);
    ctx.moveTo(11.8, 14.8);
    ctx.lineTo(15.5, 11.8);
    ctx.lineTo(21, 16.8);
    ctx.moveTo(17.4, 8.3);
    ctx.arc(16.2, 8.3, 1.2, 0, Math.PI * 2);
    if (icon === 'broken') {
      ctx.moveTo(2, 2);
      ctx.lineTo(22, 22);
    }
  } else if (icon === 'wait') {
    ctx.arc(12, 12, 9, 0, Math.PI * 2);
    ctx.moveTo(12, 7);
    ctx.lineTo(12, 12);
    ctx.lineTo(15.5, 14);
  } else {
    ctx.roundRect(4, 4, 16, 16, 3);
    ctx.moveTo(9.5, 9.6);
    ctx.bezierCurveTo(9.8, 7, 14.4, 7, 14.4, 9.8);
    ctx.bezierCurveTo(14.4, 11.6, 12, 11.6, 12, 13.6);
    ctx.moveTo(12, 16.4);
    ctx.lineTo(12, 16.5);
  }
  ctx.stroke();
}

/** Draws what stands in an element's place when its content cannot: a quiet panel with an icon and a sentence. */
export function drawPlaceholder(
  ctx: SceneContext,
  size: Size,
  placeholder: Placeholder,
  env: Pick<SceneEnv, 'fonts'>,
): void {
  const { background, line, ink } = tones[placeholder.tone ?? 'neutral'];
  const radius = placeholder.radius ?? 8;
  isolate(ctx, () => {
    const outline = roundedBox(ctx, 0, 0, size.width, size.height, radius);
    ctx.fillStyle = background;
    fillOutline(ctx, outline);
    clipTo(ctx, outline);
    ctx.strokeStyle = line;
    ctx.lineWidth = 2;
    ctx.setLineDash([6, 5]);
    ctx.beginPath();
    roundedBox(ctx, 1, 1, size.width - 2, size.height - 2, radius - 1)();
    ctx.stroke();
    ctx.setLineDash([]);

    const shorter = Math.min(size.width, size.height);
    const fontSize = Math.max(10, Math.min(18, shorter / 14));
    const roomForLabel = size.height > 76 && size.width > 110;
    const side = Math.max(12, Math.min(48, shorter / (roomForLabel ? 4 : 2)));
    const labelHeight = roomForLabel ? fontSize * 2.7 : 0;
    const top = (size.height - side - labelHeight) / 2;
    isolate(ctx, () => {
      ctx.translate((size.width - side) / 2, top);
      ctx.scale(side / 24, side / 24);
      ctx.strokeStyle = ink;
      ctx.lineWidth = 1.6;
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      strokeIcon(ctx, placeholder.icon);
    });
    if (!roomForLabel) return;
    const style = readTextStyle({ fontSize, fontWeight: 500, color: ink, lineHeight: 1.3 }, 'center');
    const box = { x: 8, y: top + side + fontSize * 0.6, width: size.width - 16, height: labelHeight };
    paintText(ctx, layoutText(ctx, placeholder.label, style, box, env), { fill: ink });
  });
}
