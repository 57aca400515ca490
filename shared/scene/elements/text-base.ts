import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Drawable, TextLine } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { drawBox } from '../paint/box.ts';
import { fittedStyle } from '../text/fit.ts';
import { layoutText, type TextLayout } from '../text/layout.ts';
import { paintText, type TextPaint } from '../text/paint.ts';
import { readTextStyle, textAligns } from '../text/style.ts';
import { resolveText } from '../variables.ts';

/** What the four kinds of text share. */
export const textProperties = {
  text: z.string().max(contentLimits.textLength).default('Your text here - click to edit'),
  textAlign: z.enum(textAligns).default('left'),
};

export interface TextContent {
  text: string;
  textAlign: (typeof textAligns)[number];
}

export function layoutElementText(
  ctx: SceneContext,
  element: Drawable<TextContent>,
  env: SceneEnv,
): TextLayout {
  const own = readTextStyle(element.styles, element.properties.textAlign);
  const box = { x: 0, y: 0, width: element.width, height: element.height };
  const text = resolveText(element.properties.text, env);
  const style = element.styles.fitText === true ? fittedStyle(ctx, text, own, box, env) : own;
  return layoutText(ctx, text, style, box, env);
}

/** Draws the box and the text of an element; how the letters are painted depends on the kind of text. */
export function drawElementText(
  ctx: SceneContext,
  element: Drawable<TextContent>,
  env: SceneEnv,
  paint: (layout: TextLayout) => TextPaint,
): void {
  drawBox(ctx, element, element.styles);
  const layout = layoutElementText(ctx, element, env);
  paintText(ctx, layout, paint(layout));
}

export function elementTextLines(layout: TextLayout): TextLine[] {
  return layout.lines
    .filter(({ text }) => text !== '')
    .map(({ text, x, baseline, width, direction }) => ({
      text,
      x,
      baseline,
      width,
      fontSize: layout.style.fontSize,
      direction,
    }));
}

/** The parts of an element type that every kind of text has alike. */
export const textBehaviour = {
  base: 'text' as const,
  category: 'Text' as const,
  text: (element: Drawable<TextContent>, env: SceneEnv) => resolveText(element.properties.text, env),
  textLines: (ctx: SceneContext, element: Drawable<TextContent>, env: SceneEnv) =>
    elementTextLines(layoutElementText(ctx, element, env)),
  /** Letters reach over their line by less than their size, and lines may overflow the box by its height again. */
  reach: (element: Drawable<TextContent>) => {
    const { fontSize, lineHeight } = readTextStyle(element.styles);
    const lines = element.properties.text.length / Math.max(1, element.width / fontSize);
    return fontSize * 2 + Math.max(0, lines * fontSize * lineHeight);
  },
};
