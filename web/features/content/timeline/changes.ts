import type { AnimationType } from '#shared/model/animation.ts';
import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { contentLimits as limits } from '#shared/model/content-limits.ts';
import { type Kind, timed } from '#shared/scene/animations/timing.ts';
import { exact } from './moments.ts';

type Range = { min: number; max: number };
const within = ({ min, max }: Range, value: number) => exact(Math.min(max, Math.max(min, value)));

/** The animation begun at another second. */
export const startedAt = (animation: ElementAnimation, seconds: number): ElementAnimation => ({
  ...animation,
  delay: within(limits.animationDelay, seconds),
});

/** The animation with another length of one iteration, in seconds. */
export const lasting = (animation: ElementAnimation, seconds: number): ElementAnimation => ({
  ...animation,
  duration: within(limits.animationDuration, seconds),
});

/** The animation begun at another second and ended when it ended before. */
export function begunAt(animation: ElementAnimation, seconds: number): ElementAnimation {
  const { begin, duration } = timed(animation);
  const end = begin + duration;
  const start = Math.min(Math.max(0, seconds), end - limits.animationDuration.min);
  return lasting(startedAt(animation, start), end - start);
}

/** The list with one animation in another form; the same list where that changes nothing. */
export function replaced(
  animations: Element['animations'],
  index: number,
  change: (animation: ElementAnimation) => ElementAnimation,
): Element['animations'] {
  return animations.map((one, at) => (at === index ? change(one) : one));
}

export const without = (animations: Element['animations'], index: number): Element['animations'] =>
  animations.filter((_, at) => at !== index);

/**
 * The animation as another type: when it begins and how long it takes stay; what the new type does not have,
 * and how often it was repeated where the kind is another, goes.
 */
export function retyped(animation: ElementAnimation, type: AnimationType): ElementAnimation {
  const { iterations, repeatDelay, direction, ...kept } = animation;
  const sameKind = timed(animation).kind === timed({ type }).kind;
  return {
    ...kept,
    type,
    ...(direction && type !== 'pulse' ? { direction } : {}),
    ...(sameKind && iterations !== undefined ? { iterations } : {}),
    ...(sameKind && repeatDelay !== undefined ? { repeatDelay } : {}),
  };
}

const staggerOrders = ['selected', 'leftToRight', 'topToBottom', 'backToFront'] as const;
export type StaggerOrder = (typeof staggerOrders)[number];

export interface Stagger {
  kind: Kind;
  order: StaggerOrder;
  /** Seconds from one element to the next. */
  step: number;
}

/** @param elements in the order in which they were selected */
export function ordered(elements: readonly Element[], order: StaggerOrder): Element[] {
  const list = [...elements];
  if (order === 'leftToRight') list.sort((a, b) => a.position.x - b.position.x);
  if (order === 'topToBottom') list.sort((a, b) => a.position.y - b.position.y);
  if (order === 'backToFront') list.sort((a, b) => a.layerOrder - b.layerOrder);
  return list;
}

/**
 * Animations of one kind, one element after the other: the first keeps its start, each of the others begins a
 * step later. Elements without an animation of that kind are left out.
 * @returns the new animations by element id
 */
export function staggered(
  elements: readonly Element[],
  { kind, order, step }: Stagger,
): Map<string, Element['animations']> {
  const result = new Map<string, Element['animations']>();
  const taking = ordered(elements, order).filter((element) =>
    element.animations.some((animation) => timed(animation).kind === kind),
  );
  const firstOf = (element: Element) =>
    Math.min(...element.animations.map(timed).flatMap((one) => (one.kind === kind ? [one.begin] : [])));
  const from = taking[0] ? firstOf(taking[0]) : 0;
  for (const [place, element] of taking.entries()) {
    const shift = from + place * step - firstOf(element);
    result.set(
      element.id,
      element.animations.map((animation) =>
        timed(animation).kind === kind ? startedAt(animation, timed(animation).begin + shift) : animation,
      ),
    );
  }
  return result;
}
