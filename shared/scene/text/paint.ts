import type { SceneContext } from '../env.ts';
import { isolate } from '../paint/canvas.ts';
import { castShadow, shadowsOf } from '../paint/shadow.ts';
import type { LaidLine, TextLayout } from './layout.ts';
import { applyFont } from './style.ts';

type Put = 'fillText' | 'strokeText';

function putLine(ctx: SceneContext, line: LaidLine, put: Put): void {
  if (line.gap === 0) {
    ctx[put](line.text, line.x, line.baseline);
    return;
  }
  let x = line.x;
  for (const part of line.text.split(/( +)/)) {
    if (part.trim() !== '') ctx[put](part, x, line.baseline);
    x += ctx.measureText(part).width + (part.startsWith(' ') ? line.gap : 0);
  }
}

function putDecorations(ctx: SceneContext, layout: TextLayout): void {
  const { style, ascent } = layout;
  const thickness = Math.max(1, style.fontSize / 15);
  const offsets: Record<string, number> = {
    underline: style.fontSize * 0.12,
    'line-through': -style.fontSize * 0.3,
    overline: -ascent * 0.92,
  };
  for (const word of style.textDecoration.split(/\s+/)) {
    const offset = offsets[word];
    if (offset === undefined) continue;
    for (const line of layout.lines) {
      if (line.text !== '')
        ctx.fillRect(line.x, line.baseline + offset - thickness / 2, line.width, thickness);
    }
  }
}

function putText(ctx: SceneContext, layout: TextLayout, put: Put): void {
  let direction: string | undefined;
  for (const line of layout.lines) {
    if (line.direction !== direction) applyFont(ctx, layout.style, line.direction);
    direction = line.direction;
    putLine(ctx, line, put);
  }
}

export interface TextPaint {
  fill: string | CanvasGradient;
  /** Drawn beneath the fill, with round joins; width in px, half of which shows outside the letters. */
  stroke?: { style: string | CanvasGradient; width: number };
}

/** Draws a laid out text: its shadows, outline, letters and decorations. */
export function paintText(ctx: SceneContext, layout: TextLayout, paint: TextPaint): void {
  const { stroke } = paint;
  const put = () => {
    if (stroke && stroke.width > 0) {
      ctx.lineJoin = 'round';
      ctx.lineWidth = stroke.width;
      putText(ctx, layout, 'strokeText');
    }
    putText(ctx, layout, 'fillText');
    putDecorations(ctx, layout);
  };
  for (const shadow of shadowsOf(layout.style.textShadow).toReversed()) castShadow(ctx, shadow, put);
  isolate(ctx, () => {
    if (stroke && stroke.width > 0) {
      ctx.strokeStyle = stroke.style;
      ctx.lineWidth = stroke.width;
      ctx.lineJoin = 'round';
      putText(ctx, layout, 'strokeText');
    }
    ctx.fillStyle = paint.fill;
    putText(ctx, layout, 'fillText');
    putDecorations(ctx, layout);
  });
}
