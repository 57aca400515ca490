import { isMediaSource } from '#shared/model/urls.ts';
import type { Scene, SceneEnv } from './env.ts';
import { drawableOf, typeOf } from './registry.ts';

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
    until = Math.min(until, type.stillUntil?.(drawableOf(element, env.seed), env) ?? env.t);
  }
  return Math.max(env.t, until);
}
