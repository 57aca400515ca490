import * as z from 'zod';
import { contentLimits as limits } from './content-limits.ts';

export const animationTypes = [
  'fadeIn',
  'fadeOut',
  'slideIn',
  'slideOut',
  'zoomIn',
  'zoomOut',
  'bounce',
  'pulse',
  'shake',
  'flip',
] as const;

export const animationDirections = ['left', 'right', 'up', 'down'] as const;

/** The first five are CSS's; the rest are named and drawn as on easings.net. */
export const easingNames = [
  'linear',
  'ease',
  'ease-in',
  'ease-out',
  'ease-in-out',
  'easeInSine',
  'easeOutSine',
  'easeInOutSine',
  'easeInQuad',
  'easeOutQuad',
  'easeInOutQuad',
  'easeInCubic',
  'easeOutCubic',
  'easeInOutCubic',
  'easeInQuart',
  'easeOutQuart',
  'easeInOutQuart',
  'easeInExpo',
  'easeOutExpo',
  'easeInOutExpo',
  'easeInBack',
  'easeOutBack',
  'easeInOutBack',
  'easeOutElastic',
  'easeOutBounce',
] as const;

const seconds = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

/** One animation of an element. What is left out is as the type has it: `scene/animations/timing.ts` holds those. */
export const elementAnimation = z.strictObject({
  type: z.enum(animationTypes),
  /** The side it comes from, goes to or moves towards: slideIn comes from the left, slideOut goes to the right. */
  direction: z.enum(animationDirections).optional(),
  /** Seconds since the scene began; 0 without it. */
  delay: seconds(limits.animationDelay).optional(),
  /** Seconds of one iteration. */
  duration: seconds(limits.animationDuration).optional(),
  easing: z.enum(easingNames).optional(),
  /** Entrances and exits run once without it, the others for ever. */
  iterations: z
    .union([
      z.number().int().min(limits.animationIterations.min).max(limits.animationIterations.max),
      z.literal('infinite'),
    ])
    .optional(),
  /** Seconds of rest between two iterations. */
  repeatDelay: seconds(limits.animationDelay).optional(),
});

export type AnimationType = (typeof animationTypes)[number];
export type Direction = (typeof animationDirections)[number];
export type EasingName = (typeof easingNames)[number];
export type ElementAnimation = z.output<typeof elementAnimation>;
