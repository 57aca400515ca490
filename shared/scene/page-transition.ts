import type { PageTransition } from '#shared/model/canvas.ts';

/** Where the pages lie while one gives way to the next: shares of the width and height, and the new one's opacity. */
export interface TransitionLook {
  leaving: { x: number; y: number };
  entering: { x: number; y: number; opacity: number };
}

const still = { x: 0, y: 0 };

/** Direction in which a slide moves both pages. */
const directions = {
  'slide-left': { x: -1, y: 0 },
  'slide-right': { x: 1, y: 0 },
  'slide-up': { x: 0, y: -1 },
  'slide-down': { x: 0, y: 1 },
} as const;

/** Slow at both ends. */
const eased = (progress: number): number =>
  progress < 0.5 ? 2 * progress * progress : 1 - (2 - 2 * progress) ** 2 / 2;

/** How a change of pages looks when it is so far, from 0 to 1; the same in a video, on a display and in the preview. */
export function transitionLook(transition: PageTransition, progress: number): TransitionLook {
  const far = eased(Math.min(1, Math.max(0, progress)));
  switch (transition) {
    case 'cut':
      return { leaving: still, entering: { ...still, opacity: 1 } };
    case 'fade':
      return { leaving: still, entering: { ...still, opacity: far } };
    case 'slide-left':
    case 'slide-right':
    case 'slide-up':
    case 'slide-down': {
      const { x, y } = directions[transition];
      return {
        leaving: { x: x * far, y: y * far },
        entering: { x: x * (far - 1), y: y * (far - 1), opacity: 1 },
      };
    }
    default:
      return transition satisfies never;
  }
}
