import { type Graph, stepsById } from '#shared/model/journey/graph.ts';
import { outputsOf, type Step } from '#shared/model/journey/steps/index.ts';
import { sizeOf } from '../../shared/step-size.ts';
import type { Link } from './edits.ts';

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
export function openWayAbove(graph: Graph, at: Point): (Link & { from: string }) | undefined {
  const byId = stepsById(graph.steps);
  const found = graph.steps.flatMap((one) => {
    const { width, height } = sizeOf(one);
    const outputs = outputsOf(one);
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

/** The step that lies where another would come to stand. */
const inTheWay = (steps: readonly Step[], step: Step, { x, y }: Point): Step | undefined => {
  const own = sizeOf(step);
  return steps.find((other) => {
    const { width, height } = sizeOf(other);
    return (
      other.id !== step.id &&
      x < other.position.x + width + columnGap / 2 &&
      other.position.x < x + own.width + columnGap / 2 &&
      y < other.position.y + height + rowGap / 2 &&
      other.position.y < y + own.height + rowGap / 2
    );
  });
};

/** A place for a step at or below where it was dropped, that covers no other: in line with the step before it. */
export function freePlace({ steps }: Graph, step: Step, beforeId: string | null): Point {
  const before = beforeId === null ? undefined : stepsById(steps).get(beforeId);
  const isBelow = before && Math.abs(before.position.x - step.position.x) <= snap;
  const place = { x: isBelow ? before.position.x : step.position.x, y: step.position.y };
  // Each turn comes below one step more.
  for (let other = inTheWay(steps, step, place); other; other = inTheWay(steps, step, place))
    place.y = other.position.y + sizeOf(other).height + rowGap;
  return place;
}
