import type { Element } from '#shared/model/content.ts';
import { lastEnd } from '#shared/scene/animations/timing.ts';

/** Seconds that a timeline shows at least, and what a video is long by default (specification, section 5). */
const usualLength = 10;
/** Seconds left free behind the last bar, to pull it into. */
const room = 2;

/** Seconds to the millisecond: what is stored never carries the noise of a division. */
export const exact = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** Seconds that the drawing takes to have shown everything that ends by itself. */
export function lengthOf(elements: readonly Element[]): number {
  const ends = elements.flatMap((element) => {
    if (element.animations.length === 0) return [];
    const end = lastEnd(element);
    return Number.isFinite(end) ? [end] : element.animations.map(({ delay = 0 }) => delay + 1);
  });
  return Math.max(usualLength, Math.ceil(Math.max(0, ...ends.map((end) => end + room))));
}

/** 63.25 is 1:03.25; tenths always, hundredths where there are any. */
export function clockText(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6_000);
  const rest = (hundredths % 6_000) / 100;
  const text = rest.toFixed(hundredths % 10 === 0 ? 1 : 2);
  return `${minutes}:${text.padStart(text.length + (rest < 10 ? 1 : 0), '0')}`;
}

/** As a person says it: 0.6 s, 12 s. */
export const secondsText = (seconds: number): string => `${exact(seconds).toLocaleString()} s`;

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
/** px between two labels of the ruler at the least. */
const labelRoom = 58;

/** Seconds between two labels of the ruler. @param scale px of a second */
export function rulerStep(scale: number): number {
  return steps.find((step) => step * scale >= labelRoom) ?? steps.at(-1)!;
}
