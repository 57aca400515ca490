import type { Direction } from '#shared/model/animation.ts';
import type { Element } from '#shared/model/content.ts';
import type { Size } from '#shared/model/geometry.ts';
import type { SceneContext } from '../env.ts';
import { animationsOf, progressAt, type TimedAnimation } from './timing.ts';

/** How an element is drawn apart from its place: moved in canvas px, turned and scaled about its own centre. */
export interface Motion {
  /** 0 to 1. */
  opacity: number;
  x: number;
  y: number;
  /** Negative while a flip shows the back. */
  scaleX: number;
  scaleY: number;
  /** Radians, clockwise. */
  rotation: number;
}

const sides: Record<Direction, readonly [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

const within = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** Adds a movement of `share` of the element's own side towards a direction. */
function shift(
  motion: Motion,
  direction: Direction | undefined,
  share: number,
  { width, height }: Size,
): void {
  if (!direction) return;
  const [x, y] = sides[direction];
  motion.x += x * share * width;
  motion.y += y * share * height;
}

/** How small a zoom begins, and how far a fade or a zoom with a direction drifts, as a share of the element's side. */
const zoomFrom = 0.3;
const drift = 0.25;

/**
 * An entrance at `shown` of its way, from 0 (not there) to 1 (in place); an exit is one that runs backwards.
 * @param clear progress without easing, by which slides and zooms turn visible in their first half
 */
function enter(motion: Motion, animation: TimedAnimation, shown: number, clear: number, size: Size): void {
  const away = 1 - shown;
  switch (animation.type) {
    case 'fadeIn':
    case 'fadeOut':
      motion.opacity *= within(0, shown, 1);
      shift(motion, animation.direction, drift * away, size);
      return;
    case 'slideIn':
    case 'slideOut':
      motion.opacity *= within(0, clear * 2, 1);
      shift(motion, animation.direction, away, size);
      return;
    default: {
      const scale = Math.max(0, zoomFrom + (1 - zoomFrom) * shown);
      motion.opacity *= within(0, clear * 2, 1);
      motion.scaleX *= scale;
      motion.scaleY *= scale;
      shift(motion, animation.direction, drift * away, size);
    }
  }
}

/** Height of a ball that is dropped three times, from 0 to 1. @param share from 0 to 1 */
function hop(share: number): number {
  for (const [from, to, height] of [
    [0, 0.5, 1],
    [0.5, 0.8, 0.36],
    [0.8, 1, 0.12],
  ] as const) {
    if (share > to) continue;
    const part = (share - from) / (to - from);
    return height * 4 * part * (1 - part);
  }
  return 0;
}

/** How much wider than high an element is pressed as it meets the ground. */
const squash = (share: number) =>
  0.06 * Math.exp(-(((share - 0.5) / 0.035) ** 2)) + 0.03 * Math.exp(-(((share - 0.8) / 0.03) ** 2));

function emphasize(motion: Motion, animation: TimedAnimation, progress: number, size: Size): void {
  const { type, direction = 'up' } = animation;
  const [x, y] = sides[direction];
  switch (type) {
    case 'bounce': {
      const share = animation.ease(progress);
      const height = within(14, 0.32 * (x === 0 ? size.height : size.width), 90) * hop(share);
      motion.x += x * height;
      motion.y += y * height;
      const pressed = squash(share);
      motion.scaleX *= 1 + (x === 0 ? pressed : -pressed);
      motion.scaleY *= 1 + (x === 0 ? -pressed : pressed);
      return;
    }
    case 'pulse': {
      const scale = 1 + 0.07 * animation.ease(1 - Math.abs(1 - 2 * progress));
      motion.scaleX *= scale;
      motion.scaleY *= scale;
      return;
    }
    case 'shake': {
      // Four swings that die away; the first goes towards the direction.
      const swing = Math.sin(progress * Math.PI * 8) * (1 - animation.ease(progress));
      const reach = within(6, 0.05 * (x === 0 ? size.height : size.width), 24);
      motion.x += x * reach * swing;
      motion.y += y * reach * swing;
      motion.rotation += 0.012 * swing * (x === 0 ? 0 : x);
      return;
    }
    default: {
      // A whole turn about an axis in the picture: its middle shows the back, a little farther away.
      const angle = animation.ease(progress) * Math.PI * 2;
      const farther = 1 - 0.08 * Math.sin(within(0, progress, 1) * Math.PI);
      motion.scaleX *= (x === 0 ? 1 : Math.cos(angle)) * farther;
      motion.scaleY *= (x === 0 ? Math.cos(angle) : 1) * farther;
    }
  }
}

/** Whether an element is not there at t: before its first entrance, or after an exit that no entrance followed. */
function isAway(animations: readonly TimedAnimation[], t: number): boolean {
  let entered = -Infinity;
  let left = -Infinity;
  let firstEntrance = Infinity;
  let firstExit = Infinity;
  for (const { kind, begin, end } of animations) {
    if (kind === 'entrance') {
      firstEntrance = Math.min(firstEntrance, begin);
      if (begin <= t) entered = Math.max(entered, begin);
    } else if (kind === 'exit') {
      firstExit = Math.min(firstExit, begin);
      if (end <= t) left = Math.max(left, begin);
    }
  }
  if (left >= entered && left > -Infinity) return true;
  // An element that leaves first has been there from the beginning.
  return firstEntrance !== Infinity && t < firstEntrance && firstEntrance <= firstExit;
}

/** How an element's animations draw it at t; undefined when they leave it as it is. */
export function motionAt(element: Pick<Element, 'animations' | 'size'>, t: number): Motion | undefined {
  if (element.animations.length === 0) return undefined;
  const animations = animationsOf(element);
  const motion: Motion = { opacity: 1, x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: 0 };
  if (isAway(animations, t)) return { ...motion, opacity: 0 };
  let moves = false;
  for (const animation of animations) {
    const progress = progressAt(animation, t);
    if (progress === undefined || progress >= 1) {
      // Between the iterations of an exit, the element is away.
      if (progress === 1 && animation.kind === 'exit' && t < animation.end) return { ...motion, opacity: 0 };
      continue;
    }
    moves = true;
    if (animation.kind === 'entrance')
      enter(motion, animation, animation.ease(progress), progress, element.size);
    else if (animation.kind === 'exit')
      enter(motion, animation, 1 - animation.ease(progress), 1 - progress, element.size);
    else emphasize(motion, animation, progress, element.size);
  }
  return moves ? motion : undefined;
}

/** Below this, an element is seen from its edge and nothing of it can be drawn. */
const flat = 1e-4;

/** Whether anything of an element is to be seen. */
export function isSeen({ opacity, scaleX, scaleY }: Motion): boolean {
  return opacity > 0 && Math.abs(scaleX) > flat && Math.abs(scaleY) > flat;
}

/** Turns and scales the context, which is in the element's own box, about its centre. */
export function turnAndScale(ctx: SceneContext, { width, height }: Size, motion: Motion): void {
  if (motion.rotation === 0 && motion.scaleX === 1 && motion.scaleY === 1) return;
  ctx.translate(width / 2, height / 2);
  if (motion.rotation !== 0) ctx.rotate(motion.rotation);
  if (motion.scaleX !== 1 || motion.scaleY !== 1) ctx.scale(motion.scaleX, motion.scaleY);
  ctx.translate(-width / 2, -height / 2);
}
