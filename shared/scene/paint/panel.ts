import type { Box } from '#shared/model/geometry.ts';
import { mixColors, parseColor, shade } from '../css/color.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { readTextStyle } from '../text/style.ts';
import { block, heightOf, paintBlocks, type TextBlock } from './blocks.ts';
import { strokeGlyph } from './shapes.ts';

/** 0 for black to 1 for white, as the eye sees it (WCAG 2, relative luminance). */
function luminance(css: string): number {
  const { r, g, b } = parseColor(css) ?? { r: 255, g: 255, b: 255 };
  const [red, green, blue] = [r, g, b].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast of two colours, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Dark or light, whichever reads better on a background. */
export function inkOn(background: string, dark = '#0f172a', light = '#ffffff'): string {
  return contrast(background, dark) >= contrast(background, light) ? dark : light;
}

/** The background's own hue made dark (or light) enough to be read on it. */
export function tintedInk(background: string): string {
  const base = parseColor(background) ? background : '#f1f5f9';
  const towards = luminance(base) > 0.35 ? -0.1 : 0.1;
  for (let amount = towards * 5; Math.abs(amount) <= 1; amount += towards) {
    const ink = shade(base, amount);
    if (contrast(ink, base) >= 4.6) return ink;
  }
  return inkOn(base);
}

/** A colour between two CSS colours. */
export function between(first: string, second: string, share: number): string {
  const [one, two] = [parseColor(first), parseColor(second)];
  if (!one || !two) return first;
  const { r, g, b, a } = mixColors(one, two, share);
  return `rgba(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)}, ${a})`;
}

export type NoticeGlyph = 'picture' | 'broken' | 'clock' | 'person' | 'video' | 'music' | 'spinner';

function traceGlyph(ctx: SceneContext, glyph: NoticeGlyph): void {
  switch (glyph) {
    case 'broken':
    case 'picture':
      ctx.roundRect(3, 4, 18, 16, 3);
      ctx.moveTo(3, 16.5);
      ctx.lineTo(8.5, 11.5);
      ctx.lineTo(13, 16);
      ctx.moveTo(11.8, 14.8);
      ctx.lineTo(15.5, 11.8);
      ctx.lineTo(21, 16.8);
      ctx.moveTo(17.6, 8.6);
      ctx.arc(16.2, 8.6, 1.4, 0, Math.PI * 2);
      if (glyph === 'broken') {
        ctx.moveTo(2, 1.6);
        ctx.lineTo(22, 22.4);
      }
      break;
    case 'clock':
      ctx.arc(12, 12, 9, 0, Math.PI * 2);
      ctx.moveTo(12, 7);
      ctx.lineTo(12, 12);
      ctx.lineTo(15.5, 14);
      break;
    case 'person':
      ctx.arc(12, 8.2, 4.2, 0, Math.PI * 2);
      ctx.moveTo(4, 21);
      ctx.bezierCurveTo(4.2, 16.4, 7.6, 14.8, 12, 14.8);
      ctx.bezierCurveTo(16.4, 14.8, 19.8, 16.4, 20, 21);
      break;
    case 'video':
      ctx.roundRect(2.5, 5, 13, 14, 3);
      ctx.moveTo(15.5, 11);
      ctx.lineTo(21.5, 7.5);
      ctx.lineTo(21.5, 16.5);
      ctx.lineTo(15.5, 13);
      break;
    case 'music':
      ctx.moveTo(9, 17.5);
      ctx.lineTo(9, 5.5);
      ctx.lineTo(19.5, 3.5);
      ctx.lineTo(19.5, 15.5);
      ctx.moveTo(9, 17.5);
      ctx.arc(6, 17.5, 3, 0, Math.PI * 2);
      ctx.moveTo(19.5, 15.5);
      ctx.arc(16.5, 15.5, 3, 0, Math.PI * 2);
      break;
    case 'spinner':
      ctx.arc(12, 12, 9, -Math.PI / 2, Math.PI * 0.9);
      break;
  }
  ctx.stroke();
}

export interface Notice {
  glyph: NoticeGlyph;
  /** Turn of the glyph, in full turns. */
  turn?: number;
  text: string;
  /** A second, smaller line. */
  detail?: string;
  ink: string;
}

/** A glyph over one or two lines, in the middle of a box; where there is no room for words, the glyph alone. */
export function noticeBlocks(ctx: SceneContext, box: Box, notice: Notice, env: SceneEnv) {
  const shorter = Math.min(box.width, box.height);
  const fontSize = Math.max(10, Math.min(28, shorter / 13));
  const styles = { fontFamily: 'Inter', color: notice.ink };
  const main = { ...readTextStyle(styles, 'center'), fontSize, fontWeight: 600, lineHeight: 1.3 };
  const small = { ...main, fontSize: fontSize * 0.8, fontWeight: 400 };
  const width = box.width * 0.86;
  const roomy = box.width > 90 && box.height > 70 && notice.text !== '';
  const mainHeight = roomy ? heightOf(ctx, notice.text, width, main, env) : 0;
  const smallHeight = roomy && notice.detail ? heightOf(ctx, notice.detail, width, small, env) : 0;
  const side = Math.max(12, Math.min(64, shorter / (roomy ? 4.5 : 2.2)));
  const gap = roomy ? fontSize * 0.6 : 0;
  const top = box.y + (box.height - side - gap - mainHeight - smallHeight) / 2;
  const x = box.x + (box.width - width) / 2;
  const blocks: TextBlock[] = [];
  if (roomy) {
    const y = top + side + gap;
    blocks.push(block(notice.text, { x, y, width, height: mainHeight }, styles, main));
    if (notice.detail)
      blocks.push(block(notice.detail, { x, y: y + mainHeight, width, height: smallHeight }, styles, small));
  }
  return { blocks, icon: { x: box.x + (box.width - side) / 2, y: top, side } };
}

/** Draws what stands where content cannot: the caller has filled the ground. */
export function drawNotice(ctx: SceneContext, box: Box, notice: Notice, env: SceneEnv): void {
  const { blocks, icon } = noticeBlocks(ctx, box, notice, env);
  strokeGlyph(
    ctx,
    icon,
    notice.ink,
    () => {
      if (notice.turn !== undefined) {
        ctx.translate(12, 12);
        ctx.rotate(notice.turn * Math.PI * 2);
        ctx.translate(-12, -12);
      }
      traceGlyph(ctx, notice.glyph);
    },
    1.7,
  );
  paintBlocks(ctx, blocks, env);
}
