import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { animationsOf, type TimedAnimation } from '#shared/scene/animations/timing.ts';

const laneHeight = 24;
const rowPad = 4;

/** One animation as it lies in its element's row. */
export interface Bar {
  /** Its place in `element.animations`. */
  index: number;
  animation: ElementAnimation;
  timed: TimedAnimation;
  lane: number;
}

export interface Row {
  element: Element;
  bars: readonly Bar[];
  /** px from the first row's top. */
  top: number;
  height: number;
}

const known = new WeakMap<Element['animations'], readonly Bar[]>();

/** The bars of an element; those that overlap lie in lanes of their own. */
export function barsOf(element: Pick<Element, 'animations'>): readonly Bar[] {
  const { animations } = element;
  const found = known.get(animations);
  if (found) return found;
  const ends: number[] = [];
  const bars = animationsOf(element).map((timed, index) => ({
    index,
    animation: animations[index]!,
    timed,
    lane: 0,
  }));
  for (const bar of [...bars].sort((a, b) => a.timed.begin - b.timed.begin || a.index - b.index)) {
    const free = ends.findIndex((end) => end <= bar.timed.begin + 1e-6);
    bar.lane = free < 0 ? ends.length : free;
    ends[bar.lane] = bar.timed.end;
  }
  known.set(animations, bars);
  return bars;
}

/** The rows of the elements in the given order, one below the other. */
export function rowsOf(elements: readonly Element[]): Row[] {
  let top = 0;
  return elements.map((element) => {
    const bars = barsOf(element);
    const lanes = bars.reduce((most, { lane }) => Math.max(most, lane + 1), 1);
    const height = lanes * laneHeight + 2 * rowPad;
    const row = { element, bars, top, height };
    top += height;
    return row;
  });
}

/** The rows that lie between two heights, in px; found without looking at all of them. */
export function rowsBetween(rows: readonly Row[], from: number, to: number): readonly Row[] {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle]!;
    if (row.top + row.height <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < rows.length && rows[end]!.top < to) end++;
  return rows.slice(low, end);
}

export const heightOf = (rows: readonly Row[]): number => {
  const last = rows.at(-1);
  return last ? last.top + last.height : 0;
};

/** px from a row's top to a bar's. */
export const barTop = ({ lane }: Pick<Bar, 'lane'>): number => rowPad + lane * laneHeight + 1;

/** Every moment at which a bar of these rows begins or ends, but for one bar's own; seconds. */
export function edgesOf(rows: readonly Row[], except?: { elementId: string; index: number }): number[] {
  const edges = [0];
  for (const { element, bars } of rows) {
    for (const { index, timed } of bars) {
      if (except?.elementId === element.id && except.index === index) continue;
      edges.push(timed.begin, timed.begin + timed.duration);
      if (Number.isFinite(timed.end)) edges.push(timed.end);
    }
  }
  return edges;
}
