import type { FlowGraph, FlowStep, HasWays } from '#shared/model/flow.ts';
import { type LayoutGaps, type Line, layered, type Place } from './layout.ts';

/** Of a card on the canvas, px; canvas.module.css draws it so. */
const card = { width: 248, height: 78, ways: 28, perWay: 74 } as const;
const gaps: LayoutGaps = { column: 48, row: 64 };

export function sizeOf<S extends FlowStep>(flow: HasWays<S>, step: S): { width: number; height: number } {
  const ways = flow.outputsOf(step).length;
  return {
    width: Math.max(card.width, ways * card.perWay),
    height: card.height + (ways > 1 ? card.ways : 0),
  };
}

const linesOf = <S extends FlowStep>(flow: HasWays<S>, { steps }: FlowGraph<S>): Line[] =>
  steps.flatMap((one) =>
    flow.outputsOf(one).flatMap(({ key }, port) => {
      const to = one.next[key];
      return to ? [{ from: one.id, to, port }] : [];
    }),
  );

/** Where each step stands once it is tidied up. */
export const tidied = <S extends FlowStep>(flow: HasWays<S>, graph: FlowGraph<S>): Map<string, Place> =>
  layered(
    graph.steps.map((one) => ({ id: one.id, ...sizeOf(flow, one) })),
    linesOf(flow, graph),
    graph.entry,
    gaps,
  );

/** The graph small enough for a thumbnail: places of squares of 1. */
export const thumbnailOf = <S extends FlowStep>(flow: HasWays<S>, graph: FlowGraph<S>): Map<string, Place> =>
  layered(
    graph.steps.map(({ id }) => ({ id, width: 30, height: 18 })),
    linesOf(flow, graph),
    graph.entry,
    { column: 12, row: 14 },
  );

/** Whether some cards lie on one another. */
function overlap<S extends FlowStep>(flow: HasWays<S>, steps: readonly S[]): boolean {
  const boxes = steps.map((one) => ({ ...one.position, ...sizeOf(flow, one) }));
  return boxes.some((one, at) =>
    boxes
      .slice(at + 1)
      .some(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  );
}

/** Whether nobody has laid the steps out yet: they lie on one another, or branch and yet stand in a single column. */
export function isUnplaced<S extends FlowStep>(flow: HasWays<S>, steps: readonly S[]): boolean {
  const branches = steps.some(({ next }) => new Set(Object.values(next).filter(Boolean)).size > 1);
  const isColumn = steps.every(({ position }) => position.x === steps[0]?.position.x);
  return (branches && isColumn) || overlap(flow, steps);
}
