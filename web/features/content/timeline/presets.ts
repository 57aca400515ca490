import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import { animationDefaults } from '#shared/scene/animations/timing.ts';

/** Animations that go well together; they take the place of those of the same kinds. */
export interface MotionPreset {
  name: string;
  description: string;
  animations(options: {
    /** Seconds at which the first begins. */
    at: number;
    /** Seconds of the whole, for what leaves at its end. */
    length: number;
  }): ElementAnimation[];
}

export const motionPresets: readonly MotionPreset[] = [
  {
    name: 'Fade in',
    description: 'Appears softly',
    animations: ({ at }) => [{ type: 'fadeIn', delay: at }],
  },
  {
    name: 'Rise',
    description: 'Appears while it moves up a little',
    animations: ({ at }) => [{ type: 'fadeIn', delay: at, direction: 'down', duration: 0.7 }],
  },
  {
    name: 'Slide from the left',
    description: 'Comes in from the side',
    animations: ({ at }) => [{ type: 'slideIn', delay: at, direction: 'left' }],
  },
  {
    name: 'Pop',
    description: 'Grows beyond its size and settles',
    animations: ({ at }) => [{ type: 'zoomIn', delay: at, duration: 0.5, easing: 'easeOutBack' }],
  },
  {
    name: 'In and out',
    description: 'Fades in, and out again before the end',
    animations: ({ at, length }) => [
      { type: 'fadeIn', delay: at },
      { type: 'fadeOut', delay: Math.max(at + 1, length - animationDefaults.fadeOut.duration) },
    ],
  },
  {
    name: 'Slide through',
    description: 'Comes from the left and leaves to the right',
    animations: ({ at, length }) => [
      { type: 'slideIn', delay: at, direction: 'left' },
      {
        type: 'slideOut',
        delay: Math.max(at + 1, length - animationDefaults.slideOut.duration),
        direction: 'right',
      },
    ],
  },
  {
    name: 'Heartbeat',
    description: 'Pops in, then pulses for as long as it is shown',
    animations: ({ at }) => [
      { type: 'zoomIn', delay: at, duration: 0.5 },
      { type: 'pulse', delay: at + 0.8, duration: 1.2, iterations: 'infinite' },
    ],
  },
  {
    name: 'Call for attention',
    description: 'Slides in, then shakes three times',
    animations: ({ at }) => [
      { type: 'slideIn', delay: at, direction: 'left' },
      { type: 'shake', delay: at + 1.5, iterations: 3 },
    ],
  },
];

/** The element's animations with a preset in them; those of other kinds stay as they are. */
export function withPreset(
  animations: Element['animations'],
  preset: ElementAnimation[],
): Element['animations'] {
  const kinds = new Set(preset.map(({ type }) => animationDefaults[type].kind));
  const kept = animations.filter(({ type }) => !kinds.has(animationDefaults[type].kind));
  return [...kept, ...preset].slice(0, contentLimits.animationsPerElement);
}
