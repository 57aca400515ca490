import type { Element } from '#shared/model/content.ts';
import type { Drawable } from '#shared/scene/element-type.ts';
import { neededTextHeight, type TextContent } from '#shared/scene/elements/text-base.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import { drawableOf } from '#shared/scene/registry.ts';
import { isText, type TextHeight } from '../auto-height.ts';
import { hidesEnd } from '../cut-texts.ts';
import { browserCanvas } from './picture.ts';

/** Measures texts as the canvas draws them: its record fills their fields. */
export function heightMeasure(env: SceneEnv): TextHeight {
  let ctx: SceneContext | undefined;
  return (element: Element) => {
    if (!isText(element)) return undefined;
    ctx ??= browserCanvas(1, 1).ctx;
    return neededTextHeight(ctx, drawableOf(element, env.seed) as unknown as Drawable<TextContent>, env);
  };
}

/** Whether the end of a text in a fixed place is not seen. */
export type CutCheck = (element: Element) => boolean;

/** Looks for cut texts in what the canvas draws, with its record. */
export function cutCheck(env: SceneEnv): CutCheck {
  let ctx: SceneContext | undefined;
  return (element) => {
    ctx ??= browserCanvas(1, 1).ctx;
    return hidesEnd(ctx, element, env);
  };
}
