import { isMediaSource } from '#shared/model/urls.ts';
import { animationsStillUntil, lastEnd } from './animations/timing.ts';
import type { Drawable, ElementType } from './element-type.ts';
import type { Scene, SceneEnv } from './env.ts';
import { drawableOf, typeOf } from './known-types.ts';

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
    background.type === 'video' &&
    env.assets.frame &&
    !env.assets.framesStandStill &&
    isMediaSource(background.url)
      ? env.t
      : Infinity;
  for (const element of scene.elements) {
    if (until <= env.t) return env.t;
    if (!element.isVisible) continue;
    if (!env.still) until = Math.min(until, animationsStillUntil(element, env.t));
    const type = typeOf(element);
    if (!type.animated) continue;
    until = Math.min(until, elementStillUntil(type, drawableOf(element, env.seed), env));
  }
  return Math.max(env.t, until);
}

const visible = (scene: Scene) => scene.elements.filter(({ isVisible }) => isVisible);

/** Seconds after which the picture changes no more; 0 for one that never moves, Infinity for one that never rests. */
export function animatedUntil(scene: Scene, env: SceneEnv): number {
  const { canvasBackground: background } = scene;
  if (background.type === 'video' && isMediaSource(background.url)) return Infinity;
  const ends = visible(scene).map((element) => {
    const type = typeOf(element);
    const drawable = drawableOf(element, env.seed);
    const animations = env.still ? 0 : lastEnd(element);
    if (!type.animated) return animations;
    if (type.animatedUntil) return Math.max(animations, type.animatedUntil(drawable));
    // A type that only tells when it is still next has ended if it is so for ever from the start.
    return type.stillUntil?.(drawable, { ...env, t: 0 }) === Infinity ? animations : Infinity;
  });
  return Math.max(0, ...ends);
}
