import type { AnimationType, Direction, EasingName } from '#shared/model/animation.ts';
import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { easings } from './easing.ts';

export type Kind = 'entrance' | 'emphasis' | 'exit';

interface Defaults {
  kind: Kind;
  /** Seconds. */
  duration: number;
  easing: EasingName;
  direction?: Direction;
  /** Seconds of rest between two iterations. */
  repeatDelay: number;
}

/**
 * What each type does when its entry says no more than its name. Entrances and exits run once; emphasis goes on
 * for as long as the element is shown.
 */
export const animationDefaults: Record<AnimationType, Defaults> = {
  fadeIn: { kind: 'entrance', duration: 0.6, easing: 'easeOutCubic', repeatDelay: 1 },
  slideIn: { kind: 'entrance', duration: 0.7, easing: 'easeOutQuart', direction: 'left', repeatDelay: 1 },
  zoomIn: { kind: 'entrance', duration: 0.6, easing: 'easeOutBack', repeatDelay: 1 },
  fadeOut: { kind: 'exit', duration: 0.6, easing: 'easeInCubic', repeatDelay: 1 },
  slideOut: { kind: 'exit', duration: 0.6, easing: 'easeInCubic', direction: 'right', repeatDelay: 1 },
  zoomOut: { kind: 'exit', duration: 0.5, easing: 'easeInBack', repeatDelay: 1 },
  bounce: { kind: 'emphasis', duration: 1.1, easing: 'linear', direction: 'up', repeatDelay: 0.7 },
  pulse: { kind: 'emphasis', duration: 1.2, easing: 'easeInOutSine', repeatDelay: 0 },
  shake: { kind: 'emphasis', duration: 0.7, easing: 'easeOutSine', direction: 'left', repeatDelay: 1.6 },
  flip: { kind: 'emphasis', duration: 1, easing: 'easeInOutCubic', direction: 'left', repeatDelay: 2 },
};

/** An animation with every default filled in. */
export interface TimedAnimation {
  type: AnimationType;
  kind: Kind;
  direction: Direction | undefined;
  /** Seconds since the scene began. */
  begin: number;
  /** Seconds of one iteration. */
  duration: number;
  iterations: number;
  repeatDelay: number;
  /** Seconds since the scene began; Infinity when it is repeated for ever. */
  end: number;
  ease(share: number): number;
}

export function timed(animation: ElementAnimation): TimedAnimation {
  const defaults = animationDefaults[animation.type];
  const { delay = 0, duration = defaults.duration, easing = defaults.easing } = animation;
  const { repeatDelay = defaults.repeatDelay } = animation;
  const iterations = animation.iterations ?? (defaults.kind === 'emphasis' ? 'infinite' : 1);
  const times = iterations === 'infinite' ? Infinity : iterations;
  return {
    type: animation.type,
    kind: defaults.kind,
    direction: animation.direction ?? defaults.direction,
    begin: delay,
    duration,
    iterations: times,
    repeatDelay,
    end: times === Infinity ? Infinity : delay + times * duration + (times - 1) * repeatDelay,
    ease: easings[easing],
  };
}

const known = new WeakMap<Element['animations'], readonly TimedAnimation[]>();

/** An element's animations, timed. Remembered per list: elements are values and are never changed in place. */
export function animationsOf({ animations }: Pick<Element, 'animations'>): readonly TimedAnimation[] {
  const found = known.get(animations);
  if (found) return found;
  const list = animations.map(timed);
  known.set(animations, list);
  return list;
}

/** Where an animation is at t: undefined before its begin, 1 at the end of an iteration and between two. */
export function progressAt(
  { begin, end, duration, repeatDelay }: TimedAnimation,
  t: number,
): number | undefined {
  if (t < begin) return undefined;
  if (t >= end) return 1;
  return Math.min(1, ((t - begin) % (duration + repeatDelay)) / duration);
}

/** Seconds at which the last animation has ended; 0 without any, Infinity when one never ends. */
export function lastEnd(element: Pick<Element, 'animations'>): number {
  return Math.max(0, ...animationsOf(element).map(({ end }) => end));
}

/** The time until which no animation of an element changes anything: t itself while one runs. */
export function animationsStillUntil(element: Pick<Element, 'animations'>, t: number): number {
  let until = Infinity;
  for (const animation of animationsOf(element)) {
    const { begin, end, duration, repeatDelay } = animation;
    if (t >= end) continue;
    if (t < begin) {
      until = Math.min(until, begin);
      continue;
    }
    const into = (t - begin) % (duration + repeatDelay);
    if (into < duration) return t;
    until = Math.min(until, t - into + duration + repeatDelay);
  }
  return until;
}
