import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Box } from '#shared/model/geometry.ts';
import { formatNumber, type ValueFormat } from '../charts/format.ts';
import type { SceneContext } from '../env.ts';
import { block, type TextBlock } from '../paint/blocks.ts';
import { roundedBox } from '../paint/canvas.ts';
import { fillPaint } from '../paint/fill.ts';

/* The goal below a report's chart: how much of it is reached, in words and as a bar. */

export interface GoalFigures {
  /** The figure of the whole period, in the units of `goal`; null where nothing is known of it. */
  total: number | null;
  goal: number;
  format: ValueFormat;
  /** The unit, where the format does not say it: 'hours'. */
  note: string;
}

export interface GoalBar {
  blocks: TextBlock[];
  track: Box;
  /** From 0 to 1: how much of the bar is filled. */
  share: number;
}

/** Heights of the words, the bar and the room above them, in font sizes. */
const heights = { above: 0.6, words: 1.6, bar: 0.8 } as const;

/** The height in px that a goal takes from its chart. */
export const goalHeight = (fontSize: number): number =>
  fontSize * (heights.above + heights.words + heights.bar);

/** '48 of 60', and '80%'. */
export function goalWords({ total, goal, format, note }: GoalFigures): { amount: string; share: string } {
  const written = (value: number) => formatNumber(value, format);
  const unit = note ? ` ${note}` : '';
  if (total === null) return { amount: `Goal: ${written(goal)}${unit}`, share: '' };
  return {
    amount: `${written(total)} of ${written(goal)}${unit}`,
    // Rounded down: 100 % only where the goal is reached.
    share: `${Math.floor((total / goal) * 100)}%`,
  };
}

/** Lays the goal out in the lowest part of a box. @param inside the box without its padding */
export function goalBar(inside: Box, figures: GoalFigures, fontSize: number, styles: JsonMap): GoalBar {
  const { x, width } = inside;
  const bottom = inside.y + inside.height;
  const bar = fontSize * heights.bar;
  const words = fontSize * heights.words;
  const track = { x, y: bottom - bar, width, height: bar };
  const row = { x, y: track.y - words, width, height: words };
  const { amount, share } = goalWords(figures);
  const style = { fontSize, fontWeight: 600, singleLine: true } as const;
  const right = fontSize * 5;
  return {
    track,
    share: Math.max(0, Math.min(1, (figures.total ?? 0) / figures.goal)),
    blocks: [
      block(amount, { ...row, width: Math.max(1, width - right) }, styles, { ...style, textAlign: 'left' }),
      block(share, { ...row, x: x + width - right, width: right }, styles, { ...style, textAlign: 'right' }),
    ],
  };
}

/** @param colors of the bar that is to be filled, and of what fills it */
export function drawGoalBar(
  ctx: SceneContext,
  { track, share }: GoalBar,
  colors: { empty: string; filled: string },
): void {
  const paint = (width: number, color: string) => {
    const box = { ...track, width };
    fillPaint(ctx, color, box, roundedBox(ctx, box.x, box.y, box.width, box.height, box.height / 2));
  };
  paint(track.width, colors.empty);
  // At least as wide as it is high: less has no room for its round ends.
  if (share > 0) paint(Math.max(track.height, track.width * share), colors.filled);
}
