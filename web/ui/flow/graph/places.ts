import { type FlowGraph, type FlowStep, type HasWays, stepsById } from '#shared/model/flow.ts';
import type { Link } from './edits.ts';
import { sizeOf } from './sizes.ts';

/* Where a step comes to stand that is dropped on the canvas: on the path that it was dropped at, and on no other step. */

interface Point {
  x: number;
  y: number;
}

const rowGap = 64;
const columnGap = 48;
/** A step that is dropped no farther than this from a way that leads nowhere yet is joined to it, px. */
const reach = { x: 124, y: 240 };
/** Ways beside the first, such as “Not sent”, are meant only right above, px. */
const reachOfOthers = 40;
/** A step that is dropped nearly below the one before it stands below it, px. */
const snap = 90;

/** The way out that leads nowhere yet and ends nearest above a place. */
export function openWayAbove<S extends FlowStep>(
  flow: HasWays<S>,
  graph: FlowGraph<S>,
  at: Point,
): (Link & { from: string }) | undefined {
  const byId = stepsById(graph.steps);
  const found = graph.steps.flatMap((one) => {
    const { width, height } = sizeOf(flow, one);
    const outputs = flow.outputsOf(one);
    return outputs.flatMap(({ key }, port) => {
      if (byId.has(one.next[key] ?? '') || one.next[key] === null) return [];
      const foot = one.position.x + (width * (port + 0.5)) / outputs.length;
      const away = { x: Math.abs(foot - (at.x + width / 2)), y: at.y - (one.position.y + height) };
      const isNear = away.x <= (port === 0 ? reach.x : reachOfOthers) && away.y >= 0 && away.y <= reach.y;
      return isNear ? [{ from: one.id, output: key, distance: away.x + away.y }] : [];
    });
  });
  const [nearest] = found.sort((a, b) => a.distance - b.distance);
  return nearest && { from: nearest.from, output: nearest.output };
}

/** How near each other steps may stand that somebody moves by hand, px. */
const nearest = { column: 12, row: 12 };

/** The step that lies where another would come to stand. */
const inTheWay = <S extends FlowStep>(
  flow: HasWays<S>,
  steps: readonly S[],
  step: S,
  { x, y }: Point,
  gap = { column: columnGap / 2, row: rowGap / 2 },
): S | undefined => {
  const own = sizeOf(flow, step);
  return steps.find((other) => {
    const { width, height } = sizeOf(flow, other);
    return (
      other.id !== step.id &&
      x < other.position.x + width + gap.column &&
      other.position.x < x + own.width + gap.column &&
      y < other.position.y + height + gap.row &&
      other.position.y < y + own.height + gap.row
    );
  });
};

/** A place for a step at or below where it was dropped, that covers no other: in line with the step before it. */
export function freePlace<S extends FlowStep>(
  flow: HasWays<S>,
  { steps }: FlowGraph<S>,
  step: S,
  beforeId: string | null,
): Point {
  const before = beforeId === null ? undefined : stepsById(steps).get(beforeId);
  const isBelow = before && Math.abs(before.position.x - step.position.x) <= snap;
  const place = { x: isBelow ? before.position.x : step.position.x, y: step.position.y };
  // Each turn comes below one step more.
  for (let other = inTheWay(flow, steps, step, place); other; other = inTheWay(flow, steps, step, place))
    place.y = other.position.y + sizeOf(flow, other).height + rowGap;
  return place;
}

/**
 * Where steps come to stand that were moved by hand. One that was dragged nearly into line with a step before or after
 * it stands in line with it; several keep their places to one another. None covers a step that stayed: they stand below it.
 * @param wasDragged of a move by keys each px counts, and nothing snaps
 */
export function settledPlaces<S extends FlowStep>(
  flow: HasWays<S>,
  { steps }: FlowGraph<S>,
  moved: ReadonlyMap<string, Point>,
  wasDragged: boolean,
): Map<string, Point> {
  const going = steps.filter(({ id }) => moved.has(id));
  const staying = steps.filter(({ id }) => !moved.has(id));
  const [only] = going;
  const shift = {
    x: only && going.length === 1 && wasDragged ? toPath(only, moved.get(only.id)!, staying) : 0,
    y: 0,
  };
  const placeOf = (step: S): Point => {
    const { x, y } = moved.get(step.id)!;
    return { x: x + shift.x, y: y + shift.y };
  };
  // Each turn comes below one step more.
  for (let at = 0; at < going.length; ) {
    const step = going[at]!;
    const other = inTheWay(flow, staying, step, placeOf(step), nearest);
    if (other) shift.y += other.position.y + sizeOf(flow, other).height + rowGap - placeOf(step).y;
    at = other ? 0 : at + 1;
  }
  return new Map(going.map((step) => [step.id, placeOf(step)]));
}

/** px to the side that bring a step into line with the nearest of those it is joined to; 0 where none is near. */
function toPath(step: FlowStep, { x }: Point, others: readonly FlowStep[]): number {
  const joined = others.filter(
    ({ id, next }) => Object.values(next).includes(step.id) || Object.values(step.next).includes(id),
  );
  const away = joined.map((other) => other.position.x - x).sort((a, b) => Math.abs(a) - Math.abs(b));
  return away[0] !== undefined && Math.abs(away[0]) <= snap ? away[0] : 0;
}
