import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { computeRichLayout } from './rich.ts';
import type { TextRun } from './runs.ts';
import { applyFont, directionOf, fontOf, type TextStyle, transformText } from './style.ts';
import { ellipsize, type WrappedLine, wrapText } from './wrap.ts';

/** A line where it is drawn, in px of the element's own box. */
export interface LaidLine {
  text: string;
  x: number;
  baseline: number;
  width: number;
  /** Extra px at each blank of a justified line. */
  gap: number;
  direction: 'ltr' | 'rtl';
  /** Its end gave way to an ellipsis. */
  cut?: true;
  /** Of a text with runs: the parts of one style each, from left to right. */
  parts?: readonly LaidPart[];
}

/** A part of a line in one style. */
export interface LaidPart {
  text: string;
  x: number;
  width: number;
  style: TextStyle;
  /** px the letters of its font reach above the baseline. */
  ascent: number;
  /** Where the part has a colour of its own, whatever the whole text is painted with. */
  color: string | undefined;
  direction: 'ltr' | 'rtl';
}

export interface TextLayout {
  lines: LaidLine[];
  style: TextStyle;
  /** Around all lines, in px of the element's own box; it may be larger than the element. */
  bounds: Box;
  ascent: number;
  descent: number;
}

/** Layouts already computed, per canvas: a text is measured once, not at each frame. */
const remembered = new WeakMap<SceneContext, Map<string, TextLayout>>();
const capacity = 400;

/**
 * Lays a text into a box: wrapped, aligned both ways, each line with its baseline where CSS would put it.
 * @param options.singleLine cut with an ellipsis instead of wrapped
 * @param options.runs parts that differ from the style
 */
export function layoutText(
  ctx: SceneContext,
  text: string,
  style: TextStyle,
  box: Box,
  env: Pick<SceneEnv, 'fonts'>,
  options: { singleLine?: boolean; runs?: readonly TextRun[] } = {},
): TextLayout {
  const { textTransform, textAlign, verticalAlign, letterSpacing, lineHeight, padding } = style;
  const key = JSON.stringify([
    text,
    fontOf(style),
    [textTransform, textAlign, verticalAlign, letterSpacing, lineHeight, padding],
    [box.x, box.y, box.width, box.height],
    [env.fonts.version, options.singleLine === true],
    options.runs?.length ? [options.runs, style.textDecoration, style.color] : 0,
  ]);
  let layouts = remembered.get(ctx);
  if (!layouts) {
    layouts = new Map();
    remembered.set(ctx, layouts);
  }
  const known = layouts.get(key);
  if (known) return { ...known, style };
  const layout = options.runs?.length
    ? computeRichLayout(ctx, text, options.runs, style, box)
    : computeLayout(ctx, text, style, box, options.singleLine === true);
  if (layouts.size >= capacity) layouts.delete(layouts.keys().next().value!);
  layouts.set(key, layout);
  return layout;
}

/** As `layoutText`, without remembering it. */
export function computeLayout(
  ctx: SceneContext,
  text: string,
  style: TextStyle,
  box: Box,
  singleLine: boolean,
): TextLayout {
  const inner = {
    x: box.x + style.padding,
    y: box.y + style.padding,
    width: Math.max(1, box.width - 2 * style.padding),
    height: Math.max(1, box.height - 2 * style.padding),
  };
  const shown = transformText(text, style.textTransform);
  ctx.save();
  applyFont(ctx, style, directionOf(shown));
  const measure = (part: string) => ctx.measureText(part).width;
  const metrics = ctx.measureText('Mg');
  const ascent = metrics.fontBoundingBoxAscent ?? style.fontSize * 0.95;
  const descent = metrics.fontBoundingBoxDescent ?? style.fontSize * 0.25;
  // A hair of tolerance: a box sized to its text must not wrap or cut it because of rounding.
  const room = inner.width + 0.01;
  const whole = singleLine ? shown.replace(/\s+/g, ' ').trim() : shown;
  const wrapped: WrappedLine[] = singleLine
    ? [{ text: ellipsize(whole, room, measure), last: true }]
    : wrapText(whole, room, measure);

  const step = style.fontSize * style.lineHeight;
  const height = step * wrapped.length;
  const spare = inner.height - height;
  const top =
    inner.y + (style.verticalAlign === 'middle' ? spare / 2 : style.verticalAlign === 'bottom' ? spare : 0);
  const lines = wrapped.map(({ text: line, last }, i): LaidLine => {
    const direction = directionOf(line);
    const natural = measure(line);
    const blanks = line.match(/ +/g)?.length ?? 0;
    const justified = style.textAlign === 'justify' && !last && blanks > 0 && direction === 'ltr';
    const width = justified ? inner.width : natural;
    const free = inner.width - width;
    const startsRight = style.textAlign === 'justify' && direction === 'rtl';
    const x =
      inner.x +
      (style.textAlign === 'center' ? free / 2 : style.textAlign === 'right' || startsRight ? free : 0);
    return {
      text: line,
      x,
      baseline: top + i * step + (step - (ascent + descent)) / 2 + ascent,
      width,
      gap: justified ? (inner.width - natural) / blanks : 0,
      direction,
      ...(singleLine && line !== whole && { cut: true as const }),
    };
  });
  ctx.restore();
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map(({ x, width }) => x + width));
  return {
    lines,
    style,
    bounds: { x: left, y: top, width: Math.max(1, right - left), height },
    ascent,
    descent,
  };
}
