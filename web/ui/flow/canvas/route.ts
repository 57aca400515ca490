export interface Point {
  x: number;
  y: number;
}
export interface Obstacle extends Point {
  width: number;
  height: number;
}
export interface Route {
  path: string;
  /** Where a button stands on it. */
  middle: Point;
}

/** How far a way goes straight out of a card, and how far it keeps away from others, px. */
const out = 18;
const clear = 14;
const radius = 10;

const blocked = (x: number, from: number, to: number, boxes: readonly Obstacle[]): boolean =>
  boxes.some(
    (box) =>
      x > box.x - clear && x < box.x + box.width + clear && to > box.y - 4 && from < box.y + box.height + 4,
  );

/** A line through points with rounded corners. */
export function rounded(points: readonly Point[]): string {
  const corners = points.slice(1, -1).flatMap((at, index) => {
    const before = points[index]!;
    const after = points[index + 2]!;
    const reach = Math.min(
      radius,
      Math.hypot(at.x - before.x, at.y - before.y) / 2,
      Math.hypot(after.x - at.x, after.y - at.y) / 2,
    );
    if (reach < 0.5) return [`L${at.x} ${at.y}`];
    const towards = (to: Point) => {
      const length = Math.hypot(to.x - at.x, to.y - at.y);
      return `${at.x + ((to.x - at.x) / length) * reach} ${at.y + ((to.y - at.y) / length) * reach}`;
    };
    return [`L${towards(before)}Q${at.x} ${at.y} ${towards(after)}`];
  });
  const [first, last] = [points[0]!, points.at(-1)!];
  return `M${first.x} ${first.y}${corners.join('')}L${last.x} ${last.y}`;
}

/**
 * A way from the foot of a card down to the head of another, past the cards between them. Undefined where the
 * straightforward way is free, or where it leads upwards: that is drawn as usual.
 */
export function around(source: Point, target: Point, boxes: readonly Obstacle[]): Route | undefined {
  const [from, to] = [source.y + out, target.y - out];
  if (to <= from) return undefined;
  const half = (from + to) / 2;
  const between = boxes.filter((box) => box.y + box.height > from && box.y < to);
  if (!blocked(source.x, from, half, between) && !blocked(target.x, half, to, between)) return undefined;
  const lanes = [
    source.x,
    target.x,
    ...between.flatMap((box) => [box.x - clear - 10, box.x + box.width + clear + 10]),
  ];
  const length = (x: number) => Math.abs(x - source.x) + Math.abs(x - target.x);
  const lane = lanes
    .filter((x) => !blocked(x, from, to, between))
    .sort((one, other) => length(one) - length(other))[0];
  if (lane === undefined) return undefined;
  const points = [
    source,
    { x: source.x, y: from },
    { x: lane, y: from },
    { x: lane, y: to },
    { x: target.x, y: to },
    target,
  ];
  return { path: rounded(points), middle: { x: lane, y: half } };
}
