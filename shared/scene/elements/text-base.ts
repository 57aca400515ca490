import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Drawable, TextLine } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { drawBox } from '../paint/box.ts';
import { fittedStyle } from '../text/fit.ts';
import { layoutText, type TextLayout } from '../text/layout.ts';
import { paintText, type TextPaint } from '../text/paint.ts';
import { maxRuns, resolveRich, type TextRun, textRun, withoutEmptyLines } from '../text/runs.ts';
import { readTextStyle, textAligns } from '../text/style.ts';
import { resolveText } from '../variables.ts';

/** What the four kinds of text share. */
export const textProperties = {
  text: z.string().max(contentLimits.textLength).default('Your text here - click to edit'),
  textAlign: z.enum(textAligns).default('left'),
  /** Parts of the text that differ from the element's style; the text itself stays plain. */
  runs: z.array(textRun).max(maxRuns).default([]),
};

export interface TextContent {
  text: string;
  textAlign: (typeof textAligns)[number];
  runs: TextRun[];
}

/** What an element says, and how: its merge fields filled in. */
function shownText({ properties }: Drawable<TextContent>, env: SceneEnv) {
  const { text, runs } =
    env.hideEmpty && properties.text.includes('{') ? withoutEmptyLines(properties, env) : properties;
  return runs.length > 0 ? resolveRich(text, runs, env) : { text: resolveText(text, env), runs };
}

function layoutElementText(ctx: SceneContext, element: Drawable<TextContent>, env: SceneEnv): TextLayout {
  const own = readTextStyle(element.styles, element.properties.textAlign);
  const box = { x: 0, y: 0, width: element.width, height: element.height };
  const { text, runs } = shownText(element, env);
  const style = element.styles.fitText === true ? fittedStyle(ctx, text, own, box, env, runs) : own;
  return layoutText(ctx, text, style, box, env, { runs });
}

/** px of height that the words of a text take at its width. */
export function neededTextHeight(ctx: SceneContext, element: Drawable<TextContent>, env: SceneEnv): number {
  const layout = layoutElementText(ctx, element, env);
  return layout.bounds.height + 2 * layout.style.padding;
}

/** Draws the box and the text of an element; how the letters are painted depends on the kind of text. */
export function drawElementText(
  ctx: SceneContext,
  element: Drawable<TextContent>,
  env: SceneEnv,
  paint: (layout: TextLayout) => TextPaint,
): void {
  const layout = layoutElementText(ctx, element, env);
  // A box that was made for a value is none without it.
  if (env.hideEmpty && element.properties.text !== '' && shownText(element, env).text === '') return;
  drawBox(ctx, element, element.styles);
  paintText(ctx, layout, paint(layout));
}

export function elementTextLines(layout: TextLayout): TextLine[] {
  return layout.lines
    .filter(({ text }) => text !== '')
    .map(({ text, x, baseline, width, direction, parts, cut }) => ({
      text,
      x,
      baseline,
      width,
      // A line is one, whatever its parts look like, so that a sentence is found across them.
      fontSize: parts ? Math.max(...parts.map(({ style }) => style.fontSize)) : layout.style.fontSize,
      direction,
      ...(cut && { cut }),
    }));
}

/** The parts of an element type that every kind of text has alike. */
export const textBehaviour = {
  base: 'text' as const,
  category: 'Text' as const,
  text: (element: Drawable<TextContent>, env: SceneEnv) => shownText(element, env).text,
  fonts: ({ properties: { runs } }: Drawable<TextContent>) =>
    runs.map(({ font, weight, italic }) => ({
      ...(font !== undefined && { fontFamily: font }),
      ...(weight !== undefined && { fontWeight: weight }),
      ...(italic !== undefined && { fontStyle: italic ? ('italic' as const) : ('normal' as const) }),
    })),
  textLines: (ctx: SceneContext, element: Drawable<TextContent>, env: SceneEnv) =>
    elementTextLines(layoutElementText(ctx, element, env)),
  /** Letters reach over their line by less than their size, and lines may overflow the box by its height again. */
  reach: (element: Drawable<TextContent>) => {
    const { fontSize: own, lineHeight } = readTextStyle(element.styles);
    const fontSize = own * Math.max(1, ...element.properties.runs.map(({ scale }) => scale ?? 1));
    const lines = element.properties.text.length / Math.max(1, element.width / fontSize);
    return fontSize * 2 + Math.max(0, lines * fontSize * lineHeight);
  },
};
