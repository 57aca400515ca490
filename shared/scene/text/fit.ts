import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { computeLayout } from './layout.ts';
import { computeRichLayout, RichMeasure } from './rich.ts';
import type { TextRun } from './runs.ts';
import { applyFont, directionOf, fontOf, type TextStyle, transformText } from './style.ts';
import { breakPieces } from './wrap.ts';

/** A text is not made smaller than this, in px: nobody could read it. */
const smallest = 6;
/** Sizes are tried to this many px. */
const grain = 0.5;
const capacity = 400;

/** Sizes already found, per canvas. */
const remembered = new WeakMap<SceneContext, Map<string, number>>();

/**
 * The style with the largest font size, up to its own, at which the text fits into the box and no word has to be
 * broken. It never grows a text.
 */
export function fittedStyle(
  ctx: SceneContext,
  text: string,
  style: TextStyle,
  box: Box,
  env: Pick<SceneEnv, 'fonts'>,
  runs: readonly TextRun[] = [],
): TextStyle {
  const { letterSpacing, lineHeight, padding, textTransform } = style;
  const key = JSON.stringify([
    text,
    fontOf(style),
    [letterSpacing, lineHeight, padding, textTransform],
    [box.width, box.height, env.fonts.version],
    runs,
  ]);
  let sizes = remembered.get(ctx);
  if (!sizes) {
    sizes = new Map();
    remembered.set(ctx, sizes);
  }
  let fontSize = sizes.get(key);
  if (fontSize === undefined) {
    fontSize = largest(style, (size) => fits(ctx, text, { ...style, fontSize: size }, box, runs));
    if (sizes.size >= capacity) sizes.delete(sizes.keys().next().value!);
    sizes.set(key, fontSize);
  }
  return fontSize === style.fontSize ? style : { ...style, fontSize };
}

function largest({ fontSize }: TextStyle, fitsAt: (size: number) => boolean): number {
  if (fontSize <= smallest || fitsAt(fontSize)) return fontSize;
  let low = Math.ceil(smallest / grain);
  let high = Math.floor((fontSize - 0.001) / grain);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fitsAt(middle * grain)) low = middle;
    else high = middle - 1;
  }
  return low * grain;
}

function fits(
  ctx: SceneContext,
  text: string,
  style: TextStyle,
  box: Box,
  runs: readonly TextRun[],
): boolean {
  const room = { width: box.width - 2 * style.padding, height: box.height - 2 * style.padding };
  if (runs.length > 0) {
    if (computeRichLayout(ctx, text, runs, style, box).bounds.height > room.height + 0.01) return false;
    ctx.save();
    const isWhole = new RichMeasure(ctx, text, runs, style).hasNoWiderWord(room.width + 0.01);
    ctx.restore();
    return isWhole;
  }
  const { bounds } = computeLayout(ctx, text, style, box, false);
  if (bounds.height > room.height + 0.01) return false;
  const shown = transformText(text, style.textTransform);
  ctx.save();
  applyFont(ctx, style, directionOf(shown));
  const whole = shown
    .split(/\r\n|\r|\n/)
    .flatMap(breakPieces)
    .every((word) => word.trim() === '' || ctx.measureText(word).width <= room.width + 0.01);
  ctx.restore();
  return whole;
}
