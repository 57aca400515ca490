import { isMediaSource } from '#shared/model/urls.ts';
import type { Drawable, ElementType } from './element-type.ts';
import type { Scene, SceneEnv } from './env.ts';
import { drawableOf, typeOf } from './registry.ts';

function elementStillUntil(type: ElementType, drawable: Drawable, env: SceneEnv): number {
  if (type.stillUntil) return type.stillUntil(drawable, env);
  const end = type.animatedUntil?.(drawable);
  return end !== undefined && env.t >= end ? Infinity : env.t;
}

/**
 * The time until which a scene's picture stays as it is at env.t: env.t itself while something moves, Infinity
 * when nothing ever changes again. The player sleeps until then.
 */
export function stillUntil(scene: Scene, env: SceneEnv): number {
  const { canvasBackground: background } = scene;
  let until =
    background.type === 'video' && env.assets.frame && isMediaSource(background.url) ? env.t : Infinity;
  for (const element of scene.elements) {
    if (until <= env.t) return env.t;
    if (!element.isVisible) continue;
    if (element.animations.length > 0) return env.t;
    const type = typeOf(element);
    if (!type.animated) continue;
    until = Math.min(until, elementStillUntil(type, drawableOf(element, env.seed), env));
  }
  return Math.max(env.t, until);
}
