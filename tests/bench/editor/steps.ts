import type { Gesture } from './gestures.ts';
import type { Hand } from './hand.ts';

/*
 * A gesture's latency counts to the end of the frame that follows an input, and an editor that draws what it was told
 * one frame later is not told apart by it. Single steps are: each is waited for until the picture is another.
 */

/** Steps of one kind. */
const times = 60;
/** px of a step: the middle of what is moved then lies in what was the gap to its neighbour. */
export const reach = 26;

interface Point {
  x: number;
  y: number;
}

const quantile = (values: number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? null : Math.round(value * 10) / 10;
};

/** Takes a step to and fro. @param act what is sent for a place that is `at` px from where it began */
async function toAndFro(hand: Hand, watched: number[][], act: (at: number) => void): Promise<Gesture> {
  const before = await hand.worked();
  const seen: number[] = [];
  for (let step = 0; step < times; step++) {
    const at = step % 2 ? 0 : reach;
    const ms = await hand.step(watched, () => act(at));
    if (ms !== null) seen.push(ms);
  }
  return {
    median: null,
    p95: null,
    worst: null,
    latency50: quantile(seen, 0.5),
    latency95: quantile(seen, 0.95),
    longTasks: 0,
    smallest: 1,
    work: Math.round(((await hand.worked()) - before) * 10) / 10,
    effect: seen.length === times ? times : 0,
  };
}

/** Around places: a dot alone may have had the same colour before. */
const around = (places: readonly Point[]): number[][] =>
  places.flatMap(({ x, y }) => [
    [x, y],
    [x - 4, y - 3],
    [x + 4, y + 3],
  ]);

/** The wheel, step by step, over an element. */
export const panSteps = (hand: Hand, middle: Point): Promise<Gesture> => {
  let last = 0;
  return toAndFro(hand, around([middle]), (at) => {
    hand.wheel(middle.x, middle.y, at - last, 0);
    last = at;
  });
};

/** Drags an element or the grip of one step by step. `seen` are places that are covered after every other step. */
export async function dragSteps(hand: Hand, grip: Point, seen: readonly Point[]): Promise<Gesture> {
  hand.move(grip.x, grip.y);
  hand.down(grip.x, grip.y);
  // Past the distance from which a press is a drag.
  hand.drag(grip.x + reach, grip.y + reach);
  hand.drag(grip.x, grip.y);
  await hand.settle();
  const gesture = await toAndFro(hand, around(seen), (at) => hand.drag(grip.x + at, grip.y + at));
  hand.up(grip.x, grip.y);
  return gesture;
}
