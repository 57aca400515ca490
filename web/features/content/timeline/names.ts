import type { AnimationType, Direction, EasingName, ElementAnimation } from '#shared/model/animation.ts';
import { animationTypes } from '#shared/model/animation.ts';
import { animationDefaults, type Kind, timed } from '#shared/scene/animations/timing.ts';
import { secondsText } from './moments.ts';

export const typeNames: Record<AnimationType, string> = {
  fadeIn: 'Fade in',
  slideIn: 'Slide in',
  zoomIn: 'Zoom in',
  fadeOut: 'Fade out',
  slideOut: 'Slide out',
  zoomOut: 'Zoom out',
  bounce: 'Bounce',
  pulse: 'Pulse',
  shake: 'Shake',
  flip: 'Flip',
};

export const kindNames: Record<Kind, string> = { entrance: 'Entrance', emphasis: 'Emphasis', exit: 'Exit' };
export const kinds = ['entrance', 'emphasis', 'exit'] as const satisfies readonly Kind[];

export const typesOf = (kind: Kind): AnimationType[] =>
  animationTypes.filter((type) => animationDefaults[type].kind === kind);

export const directionNames: Record<Direction, string> = {
  left: 'Left',
  right: 'Right',
  up: 'Up',
  down: 'Down',
};

/** The types that a direction changes; a pulse has none. */
export const hasDirection = (type: AnimationType): boolean => type !== 'pulse';

const plain: Partial<Record<EasingName, string>> = {
  linear: 'Linear',
  ease: 'Ease',
  'ease-in': 'Ease in',
  'ease-out': 'Ease out',
  'ease-in-out': 'Ease in and out',
};

/** `easeInOutBack` is read as Back, in and out. */
export function easingLabel(name: EasingName): string {
  const known = plain[name];
  if (known) return known;
  const [, way, curve] = /^ease(InOut|In|Out)(\w+)$/.exec(name)!;
  const ways: Record<string, string> = { In: 'in', Out: 'out', InOut: 'in and out' };
  return `${curve}, ${ways[way!]}`;
}

/** What a screen reader is told of a bar. */
export function describe(animation: ElementAnimation, elementName: string): string {
  const { begin, duration, iterations } = timed(animation);
  const times = iterations === Infinity ? ', again and again' : iterations > 1 ? `, ${iterations} times` : '';
  return `${typeNames[animation.type]} of ${elementName}, starts at ${secondsText(begin)}, lasts ${secondsText(duration)}${times}`;
}
