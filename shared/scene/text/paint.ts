import type { SceneContext } from '../env.ts';
import { isolate } from '../paint/canvas.ts';
import { castShadow, shadowsOf } from '../paint/shadow.ts';
import type { LaidLine, TextLayout } from './layout.ts';
import { applyFont, type TextStyle } from './style.ts';

type Put = 'fillText' | 'strokeText';

function putLine(ctx: SceneContext, line: Pick<LaidLine, 'text' | 'x' | 'baseline' | 'gap'>, put: Put): void {
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

/** A rule under, through or over a stretch of text. */
function putRules(
  ctx: SceneContext,
  { style, ascent }: { style: TextStyle; ascent: number },
  { x, width, baseline }: { x: number; width: number; baseline: number },
): void {
  if (style.textDecoration === 'none') return;
  const thickness = Math.max(1, style.fontSize / 15);
  const offsets: Record<string, number> = {
    underline: style.fontSize * 0.12,
    'line-through': -style.fontSize * 0.3,
    overline: -ascent * 0.92,
  };
  for (const word of style.textDecoration.split(/\s+/)) {
    const offset = offsets[word];
    if (offset !== undefined) ctx.fillRect(x, baseline + offset - thickness / 2, width, thickness);
  }
}

function putDecorations(ctx: SceneContext, layout: TextLayout, colored: boolean): void {
  const fill = ctx.fillStyle;
  for (const line of layout.lines) {
    if (line.text === '') continue;
    if (!line.parts) putRules(ctx, layout, line);
    for (const part of line.parts ?? []) {
      if (colored) ctx.fillStyle = part.color === undefined ? fill : part.style.color;
      putRules(ctx, part, { x: part.x, width: part.width, baseline: line.baseline });
    }
  }
  if (colored) ctx.fillStyle = fill;
}

/** @param colored whether parts are put in their own colours; a shadow has one for all */
function putText(ctx: SceneContext, layout: TextLayout, put: Put, colored = false): void {
  let direction: string | undefined;
  const fill = ctx.fillStyle;
  for (const line of layout.lines) {
    if (line.parts) {
      for (const part of line.parts) {
        applyFont(ctx, part.style, part.direction);
        if (colored) ctx.fillStyle = part.color === undefined ? fill : part.style.color;
        putLine(ctx, { ...part, baseline: line.baseline, gap: line.gap }, put);
      }
      continue;
    }
    if (line.direction !== direction) applyFont(ctx, layout.style, line.direction);
    direction = line.direction;
    putLine(ctx, line, put);
  }
  if (colored) ctx.fillStyle = fill;
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
    putDecorations(ctx, layout, false);
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
    const colored = layout.lines.some(({ parts }) => parts !== undefined);
    putText(ctx, layout, 'fillText', colored);
    putDecorations(ctx, layout, colored);
  });
}
