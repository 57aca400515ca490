import type { PageTransition } from '#shared/model/content.ts';

/** What transitions are called on the screen. */
export const transitionNames: Record<PageTransition, string> = {
  cut: 'Cut',
  fade: 'Fade',
  'slide-left': 'Slide left',
  'slide-right': 'Slide right',
  'slide-up': 'Slide up',
  'slide-down': 'Slide down',
};

/** '8 s', '2 min 5 s'. */
export function secondsText(seconds: number): string {
  const rounded = Math.round(seconds * 10) / 10;
  if (rounded < 60) return `${rounded} s`;
  const rest = Math.round(rounded % 60);
  return `${Math.floor(rounded / 60)} min${rest ? ` ${rest} s` : ''}`;
}
