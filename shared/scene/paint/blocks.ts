import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Box } from '#shared/model/geometry.ts';
import type { TextLine } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { layoutText, type TextLayout } from '../text/layout.ts';
import { paintText } from '../text/paint.ts';
import { readTextStyle, type TextStyle } from '../text/style.ts';

/**
 * A text in its place. Elements of several texts list them once: what is drawn, searched in a PDF and read
 * aloud is then the same.
 */
export interface TextBlock {
  text: string;
  box: Box;
  style: TextStyle;
  /** Cut with an ellipsis instead of wrapped. */
  singleLine?: boolean;
  /** From 0 to 1; of what fades in. */
  opacity?: number;
}

/** A block in an element's own font. @param changes over the element's styles; `padding` and shadows are the box's */
export function block(
  text: string,
  box: Box,
  styles: JsonMap,
  changes: Partial<TextStyle> & { singleLine?: boolean; opacity?: number } = {},
): TextBlock {
  const { singleLine, opacity, ...style } = changes;
  return {
    text,
    box,
    style: { ...readTextStyle(styles), padding: 0, textShadow: 'none', verticalAlign: 'middle', ...style },
    ...(singleLine === undefined ? {} : { singleLine }),
    ...(opacity === undefined ? {} : { opacity }),
  };
}

function layoutBlock(
  ctx: SceneContext,
  { text, style, box, singleLine }: TextBlock,
  env: SceneEnv,
): TextLayout {
  return layoutText(ctx, text, style, box, env, { singleLine: singleLine === true });
}

export function paintBlocks(ctx: SceneContext, blocks: readonly TextBlock[], env: SceneEnv): void {
  for (const each of blocks) {
    if (each.text === '' || each.opacity === 0) continue;
    const before = ctx.globalAlpha;
    if (each.opacity !== undefined) ctx.globalAlpha = before * each.opacity;
    paintText(ctx, layoutBlock(ctx, each, env), { fill: each.style.color });
    ctx.globalAlpha = before;
  }
}

export function blockLines(ctx: SceneContext, blocks: readonly TextBlock[], env: SceneEnv): TextLine[] {
  return blocks.flatMap((each) =>
    layoutBlock(ctx, each, env)
      .lines.filter(({ text }) => text !== '')
      .map(({ text, x, baseline, width, direction, cut }) => ({
        text,
        x,
        baseline,
        width,
        fontSize: each.style.fontSize,
        direction,
        ...(cut && { cut }),
      })),
  );
}

/** How high a text is in a width, in px. */
export function heightOf(
  ctx: SceneContext,
  text: string,
  width: number,
  style: TextStyle,
  env: SceneEnv,
): number {
  return layoutText(ctx, text, style, { x: 0, y: 0, width, height: 1 }, env).bounds.height;
}

/** How wide a text is in one line, in px. */
export function widthOf(ctx: SceneContext, text: string, style: TextStyle, env: SceneEnv): number {
  return layoutText(ctx, text, { ...style, textAlign: 'left' }, { x: 0, y: 0, width: 1e5, height: 1 }, env, {
    singleLine: true,
  }).bounds.width;
}
